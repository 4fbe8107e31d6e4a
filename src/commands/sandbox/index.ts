import type {OpenDesk} from '../../app/command-context.js';
import {addGroup, type Root} from '../../cli/global-options.js';
import {addSandboxReset} from './reset.js';
import {addSandboxServe} from './serve.js';
import {addSandboxSweep} from './sweep.js';

export function addSandbox(root: Root, open: OpenDesk): void {
  const sandbox = addGroup(root, 'sandbox', 'Run the embedded implementation of the API');
  addSandboxServe(sandbox, open);
  addSandboxReset(sandbox, open);
  addSandboxSweep(sandbox, open);
}
