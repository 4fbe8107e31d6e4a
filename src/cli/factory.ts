import {createApiContextOpener} from '../app/api-context.js';
import {createCommandContextOpener} from '../app/command-context.js';
import type {Factory} from '../app/factory.js';
import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';

/** Opening loads what it needs when a command runs, so that the command tree alone stays cheap. */
export function createFactory(context: Context, reporter: Reporter): Factory {
  return {
    context,
    reporter,
    open: createCommandContextOpener(context, reporter),
    openApi: createApiContextOpener(context, reporter),
  };
}
