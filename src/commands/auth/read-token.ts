import type {CommandContext} from '../../app/command-context.js';
import {readInput} from '../../app/read-input.js';
import {UsageError} from '../../base/errors.js';
import {parseToken} from '../../profile/parse-address.js';

/**
 * The token, typed at a hidden prompt or piped in; never from the command line, which others can see.
 *
 * @param where the origin that it is for
 * @throws UsageError when there is none, or one that no header can carry
 */
export async function readToken(context: CommandContext, where: string): Promise<string> {
  const {prompts, reporter} = context;
  const isPiped = !context.io.stdin.isTerminal;
  if (!isPiped && !prompts)
    throw new UsageError(
      'cannot ask for a token without a terminal',
      suggest => `Run: ${suggest('auth', 'login')} < token-file`,
    );
  const text =
    isPiped || !prompts
      ? Buffer.from(await readInput(context, '-')).toString('utf8')
      : await prompts.askSecret(`Token for ${where}`);
  const token = text.replace(/^\ufeff/, '').trim();
  const source = isPiped ? 'stdin' : 'the prompt';
  if (token === '')
    throw new UsageError(`no token on ${source}`, suggest => `Run: ${suggest('auth', 'login')} < token-file`);
  reporter.addSecret(parseToken({text: token, source}));
  return token;
}
