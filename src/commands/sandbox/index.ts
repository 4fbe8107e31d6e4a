import type {Context} from '../../context.js';
import {addGroup, type Root} from '../../global-options.js';
import type {Talk} from '../../output/talk.js';
import {addSandboxReset} from './reset.js';
import {addSandboxServe} from './serve.js';

export function addSandbox(root: Root, context: Context, talk: Talk): void {
  const sandbox = addGroup(root, 'sandbox', 'Run the embedded implementation of the API');
  addSandboxServe(sandbox, context, talk);
  addSandboxReset(sandbox, context, talk);
}
