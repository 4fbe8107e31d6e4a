import {CommanderError} from '@commander-js/extra-typings';
import type {Context} from './context.js';
import {BizctlError, InterruptedError, messageOf, UsageError} from './errors.js';
import {type Format, isFormat} from './output/format.js';
import {createTalk, type Talk} from './output/talk.js';
import {createProgram} from './program.js';
import {joinSandboxFile} from './sandbox-address.js';
import {createSecrets} from './secrets.js';

/** The format that errors take, before the command line is understood: an error in it has to be readable as well. */
function guessFormat(argv: readonly string[], env: Context['env']): Format {
  if (argv.includes('--json') || argv.some(word => word === '--jq' || word.startsWith('--jq='))) return 'json';
  const named =
    argv.find(word => word.startsWith('--output='))?.slice('--output='.length) ?? argv[argv.indexOf('--output') + 1];
  const guess = argv.some(word => word.startsWith('--output')) ? named : env['BIZCTL_OUTPUT'];
  return isFormat(guess) ? guess : 'table';
}

/**
 * Runs one command line and tells its exit code. Whatever goes wrong ends here: elsewhere errors are caught only to be told better, or because work goes on.
 *
 * @param argv without the interpreter and the script
 */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const {stdout, stderr} = context.io;
  const options = argv.slice(0, argv.indexOf('--') < 0 ? argv.length : argv.indexOf('--'));
  const secrets = createSecrets();
  secrets.add(context.env['BIZCTL_TOKEN'] ?? '');
  const talk = createTalk({
    stderr,
    format: guessFormat(options, context.env),
    isQuiet: options.includes('--quiet'),
    isVerbose: options.includes('--verbose'),
    secrets,
  });

  let help = '';
  const collectHelp = (text: string) => {
    help += text;
  };
  try {
    const program = await createProgram(argv, context, talk, collectHelp);
    await program.parseAsync(joinSandboxFile(argv), {from: 'user'});
    return 0;
  } catch (error) {
    // A noun without a verb shows its help as well.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help'))
      return writeHelp(() => stdout.write(help), talk);
    return report(error, context, talk);
  }
}

async function writeHelp(write: () => Promise<void>, talk: Talk): Promise<number> {
  try {
    await write();
    return 0;
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    if (error.exitCode !== 0) await talk.error(error);
    return error.exitCode;
  }
}

async function report(error: unknown, {signal, platform}: Context, talk: Talk): Promise<number> {
  const known = toKnownError(signal.aborted && !isAboutIt(error, signal.reason) ? signal.reason : error, platform);
  if (known.exitCode !== 0) await talk.error(known);
  if (known.exitCode === 1 && error instanceof Error) await talk.trace(error.stack ?? '');
  return known.exitCode;
}

/** True for an error that tells of the interruption itself, and perhaps more of it. */
function isAboutIt(error: unknown, reason: unknown): boolean {
  if (error instanceof InterruptedError) return true;
  return error instanceof BizctlError && reason instanceof BizctlError && error.exitCode === reason.exitCode;
}

function toKnownError(error: unknown, platform: string): BizctlError {
  if (error instanceof BizctlError) return error;
  if (error instanceof CommanderError) return toUsageError(error);
  return new BizctlError('bug', 1, `this is a bug in bizctl: ${messageOf(error)}`, {
    hint: `Please report it, with the output of --verbose (${platform}).`,
    cause: error,
  });
}

/** Commander's words as ours: one line for what is wrong, one for what to type instead. */
function toUsageError({message}: CommanderError): UsageError {
  const [first = '', ...rest] = message
    .replace(/^error: /, '')
    .replace(' is invalid. ', ' is invalid\n')
    .split('\n');
  const suggestion = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  return new UsageError(first.replace(/\.$/, ''), suggestion === '' ? 'See the options with --help.' : suggestion);
}
