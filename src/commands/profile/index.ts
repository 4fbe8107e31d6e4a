import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {refuseSandbox, refuseUnused} from '../../app/refuse-options.js';
import {addProfileAdd} from './add.js';
import {addProfileList} from './list.js';
import {addProfileRemove} from './remove.js';
import {addProfileUse} from './use.js';

export function addProfile(root: Root, factory: Factory): void {
  const profile = addGroup(root, 'profile', 'Manage profiles, one per tenant');
  refuseSandbox(profile);
  refuseUnused(profile, ['profile']);
  refuseUnused(profile, ['baseUrl'], ['add']);
  addProfileList(profile, factory);
  addProfileAdd(profile, factory);
  addProfileUse(profile, factory);
  addProfileRemove(profile, factory);
}
