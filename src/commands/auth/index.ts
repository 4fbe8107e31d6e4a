import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {withoutSandbox} from '../../app/without-sandbox.js';
import {addAuthLogin} from './login.js';
import {addAuthLogout} from './logout.js';
import {addAuthStatus} from './status.js';

export function addAuth(root: Root, factory: Factory): void {
  const own = withoutSandbox(factory);
  const auth = addGroup(root, 'auth', 'Manage the token of a profile');
  addAuthLogin(auth, own);
  addAuthLogout(auth, own);
  addAuthStatus(auth, own);
}
