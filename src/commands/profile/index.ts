import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {withoutSandbox} from '../../app/without-sandbox.js';
import {addProfileAdd} from './add.js';
import {addProfileList} from './list.js';
import {addProfileRemove} from './remove.js';
import {addProfileUse} from './use.js';

export function addProfile(root: Root, factory: Factory): void {
  const own = withoutSandbox(factory);
  const profile = addGroup(root, 'profile', 'Manage profiles, one per tenant');
  addProfileList(profile, own);
  addProfileAdd(profile, own);
  addProfileUse(profile, own);
  addProfileRemove(profile, own);
}
