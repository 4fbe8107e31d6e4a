import type {CommandContext, ParsedCommand} from '../app/command-context.js';
import type {Factory} from '../app/factory.js';
import type {Context} from '../base/context.js';
import {cannotCombine} from '../base/errors.js';
import type {Reporter} from '../output/reporter.js';

/** Contexts are imported when a command runs, so that building the command tree stays cheap. */
export function createFactory(context: Context, reporter: Reporter): Factory {
  let stored: Promise<CommandContext['settings']> | undefined;
  /** Once, however many contexts a command opens, so that a problem is reported once. */
  const readSettings = async (invocation: ParsedCommand) => {
    const {readCommandSettings} = await import('../app/command-context.js');
    stored ??= readCommandSettings(invocation, context, reporter);
    return stored;
  };
  const open = async (invocation: ParsedCommand, profile: string | undefined, from: Reporter) => {
    const {openApiContext} = await import('../app/api-context.js');
    const inProfile = profile === undefined ? {} : {profile};
    return openApiContext(
      {optsWithGlobals: () => ({...invocation.optsWithGlobals(), ...inProfile})},
      context,
      from,
      await readSettings(invocation),
    );
  };
  return {
    context,
    reporter,
    open: async invocation => {
      const {openCommandContext} = await import('../app/command-context.js');
      return openCommandContext(invocation, context, reporter, await readSettings(invocation));
    },
    openApi: (invocation, profile) => {
      const {profile: other, sandbox} = invocation.optsWithGlobals();
      if (profile !== undefined && (other !== undefined || sandbox !== undefined))
        throw cannotCombine(`--${other === undefined ? 'sandbox' : 'profile'}`, 'the profile argument');
      return open(invocation, profile, reporter);
    },
    openProfile: (invocation, profile) => {
      // Other options that select a tenant select the one to compare with.
      const {sandbox: _sandbox, fault: _fault, baseUrl: _baseUrl, ...options} = invocation.optsWithGlobals();
      return open({optsWithGlobals: () => options}, profile, reporter.named(profile));
    },
  };
}
