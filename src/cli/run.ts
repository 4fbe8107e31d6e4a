import type {Context} from '../base/context.js';
import {
  BizctlError,
  BrokenPipeError,
  GuardError,
  InterruptedError,
  LocalError,
  PendingChangesError,
} from '../base/errors.js';
import {describeSystemError, isOutOfFiles, messageOf} from '../base/inspect-error.js';
import type {OutputStream} from '../base/output-stream.js';
import {createRedaction} from '../base/redaction.js';
import {version} from '../base/version.js';
import {createReporter} from '../output/create-reporter.js';
import {openInertStream} from '../output/inert-commands.js';
import {overrideStream} from '../output/map-stream.js';
import type {Reporter} from '../output/reporter.js';
import {readEarlyOptions} from './early-options.js';

/**
 * Runs a command line and returns its exit code. This is where all errors end; elsewhere they are caught only to add
 * details or to continue.
 *
 * @param argv without the interpreter and the script
 */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const {stdout} = context.io;
  const stderr = openInertStream(context.io.stderr, context.env);
  const secrets = createRedaction();
  secrets.addSecret(context.env['BIZCTL_TOKEN'] ?? '');
  const early = readEarlyOptions(argv, context.env);
  const reporter = createReporter({stderr, ...early, secrets});

  try {
    // Loads nothing else, to be fast.
    if (argv.length === 1 && argv[0] === '--version') await stdout.write(`${version}\n`);
    else {
      const io = {...context.io, stdout: clearPendingLine(stdout, reporter)};
      await (await import('./run-command-line.js')).runCommandLine(argv, {...context, io}, reporter);
    }
    const deferred = reporter.findDeferred();
    return deferred ? await report(deferred, context, reporter) : 0;
  } catch (error) {
    // Pending changes are not a failure, but output that could not be written is.
    const deferred = error instanceof PendingChangesError ? reporter.findDeferred() : undefined;
    return report(deferred ?? error, context, reporter);
  }
}

/** Wraps stdout to remove the line about the pending request from the terminal before output is written. */
function clearPendingLine(stdout: OutputStream, reporter: Reporter): OutputStream {
  if (stdout.isFile) return stdout;
  return overrideStream(stdout, {
    write: async piece => {
      await reporter.beginOutput();
      await stdout.write(piece);
    },
  });
}

async function report(error: unknown, {signal, platform}: Context, reporter: Reporter): Promise<number> {
  const known = toKnownError(
    signal.aborted && !isReportedFirst(error, signal.reason) ? signal.reason : error,
    platform,
  );
  await reporter.endProgress();
  if (known.exitCode !== 0) await reporter.error(known);
  if (known.exitCode === 1 && error instanceof Error) await reporter.trace(error.stack ?? '');
  return known.exitCode;
}

/** True for an error that is reported despite the interruption: perhaps the same in more detail. */
function isReportedFirst(error: unknown, reason: unknown): boolean {
  if (error instanceof InterruptedError) return true;
  // Outcomes that do not depend on how much of the output was read: of a check, or a file not written (row 139).
  const isResult = error instanceof PendingChangesError || error instanceof GuardError || error instanceof LocalError;
  if (reason instanceof BrokenPipeError && isResult) return true;
  return error instanceof BizctlError && reason instanceof BizctlError && error.constructor === reason.constructor;
}

function toKnownError(error: unknown, platform: string): BizctlError {
  const hint = isOutOfFiles(error) ? 'Allow the process more open files, for example: ulimit -n 1024' : undefined;
  if (error instanceof BizctlError) return hint === undefined ? error : error.with({hint});
  if (hint !== undefined) return new LocalError(describeSystemError(error), {hint, cause: error});
  return new BizctlError('bug', 1, `this is a bug in bizctl: ${messageOf(error)}`, {
    hint: `Please report it, with the output of --verbose (${platform}).`,
    cause: error,
  });
}
