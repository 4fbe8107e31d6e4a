import {createOpenSession} from '../app/api-context.js';
import {createOpenDesk} from '../app/command-context.js';
import type {Factory} from '../app/factory.js';
import type {Context} from '../base/context.js';
import type {Talk} from '../output/reporter.js';

/** Opening loads what it needs when a command runs, so that the command tree alone stays cheap. */
export function createFactory(context: Context, talk: Talk): Factory {
  return {context, talk, open: createOpenDesk(context, talk), openApi: createOpenSession(context, talk)};
}
