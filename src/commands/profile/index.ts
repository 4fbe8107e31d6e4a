import type {OpenDesk} from '../../app/command-context.js';
import {withoutSandbox} from '../../app/without-sandbox.js';
import {addGroup, type Root} from '../../cli/global-options.js';
import {addProfileAdd} from './add.js';
import {addProfileList} from './list.js';
import {addProfileRemove} from './remove.js';
import {addProfileUse} from './use.js';

export function addProfile(root: Root, openDesk: OpenDesk): void {
  const open = withoutSandbox(openDesk);
  const profile = addGroup(root, 'profile', 'Keep the tenants you work with, each under a name');
  addProfileList(profile, open);
  addProfileAdd(profile, open);
  addProfileUse(profile, open);
  addProfileRemove(profile, open);
}
