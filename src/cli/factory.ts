import type {Factory} from '../app/factory.js';
import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';

/** Contexts are imported when a command runs, so that building the command tree stays cheap. */
export function createFactory(context: Context, reporter: Reporter): Factory {
  const openApi: Factory['openApi'] = async invocation => {
    const {openApiContext} = await import('../app/api-context.js');
    return openApiContext(invocation, context, reporter);
  };
  return {
    context,
    reporter,
    open: async invocation => {
      const {openCommandContext} = await import('../app/command-context.js');
      return openCommandContext(invocation, context, reporter);
    },
    openApi,
    openProfile: (invocation, profile) =>
      openApi({optsWithGlobals: () => ({...invocation.optsWithGlobals(), profile})}),
  };
}
