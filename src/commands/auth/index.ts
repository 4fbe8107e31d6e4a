import type {OpenDesk} from '../../app/command-context.js';
import {withoutSandbox} from '../../app/without-sandbox.js';
import {addGroup, type Root} from '../../cli/global-options.js';
import {addAuthLogin} from './login.js';
import {addAuthLogout} from './logout.js';
import {addAuthStatus} from './status.js';

export function addAuth(root: Root, openDesk: OpenDesk): void {
  const open = withoutSandbox(openDesk);
  const auth = addGroup(root, 'auth', 'Keep the token of a profile');
  addAuthLogin(auth, open);
  addAuthLogout(auth, open);
  addAuthStatus(auth, open);
}
