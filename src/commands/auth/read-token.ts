import {type CommandContext, whyUnanswered} from '../../app/command-context.js';
import {readInput} from '../../app/read-input.js';
import {UsageError} from '../../base/errors.js';
import {parseToken} from '../../profile/parse-address.js';

/**
 * Reads the token from a hidden prompt or a pipe; never from the command line, which other users can see.
 *
 * @param owner shown in the prompt
 * @throws UsageError when it is missing, or cannot be sent in a header
 */
export async function readToken(context: CommandContext, owner: string): Promise<string> {
  const {prompts, reporter} = context;
  const isPiped = !context.io.stdin.isTerminal;
  if (!isPiped && !prompts)
    throw new UsageError(
      `cannot ask for a token${whyUnanswered(context.options, context)}`,
      suggest => `Run: ${suggest('auth', 'login')} < token-file`,
    );
  const text =
    isPiped || !prompts
      ? Buffer.from(await readInput(context, '-')).toString('utf8')
      : await prompts.askSecret(`Token for ${owner}`);
  const token = text.replace(/^\ufeff/, '').trim();
  const source = isPiped ? 'stdin' : 'the prompt';
  if (token === '')
    throw isPiped
      ? new UsageError('no token on stdin', suggest => `Run: ${suggest('auth', 'login')} < token-file`)
      : new UsageError('no token was entered', 'Run the command again, and paste the token.');
  reporter.addSecret(parseToken({text: token, source}));
  return token;
}
