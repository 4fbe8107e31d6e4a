import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {refuseUnused} from '../../app/refuse-options.js';
import {addSandboxReset} from './reset.js';
import {addSandboxServe} from './serve.js';
import {addSandboxSweep} from './sweep.js';

export function addSandbox(root: Root, factory: Factory): void {
  const sandbox = addGroup(root, 'sandbox', 'Run the embedded implementation of the API');
  refuseUnused(sandbox, ['profile', 'baseUrl']);
  addSandboxServe(sandbox, factory);
  addSandboxReset(sandbox, factory);
  addSandboxSweep(sandbox, factory);
}
