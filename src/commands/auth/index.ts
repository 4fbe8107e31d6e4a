import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {refuseSandbox} from '../../app/refuse-options.js';
import {addAuthLogin} from './login.js';
import {addAuthLogout} from './logout.js';
import {addAuthStatus} from './status.js';

export function addAuth(root: Root, factory: Factory): void {
  const auth = addGroup(root, 'auth', 'Log in, log out and check connections');
  refuseSandbox(auth);
  addAuthLogin(auth, factory);
  addAuthLogout(auth, factory);
  addAuthStatus(auth, factory);
}
