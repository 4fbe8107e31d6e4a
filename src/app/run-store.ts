import {closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, renameSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError, messageOf, NotFoundError, StaleError, systemCode} from '../base/errors.js';
import {DamagedJournalError, type Run, readJournal} from '../plan/journal.js';
import {digest} from '../plan/plan-document.js';
import {lockNameOf, type TenantIdentity} from '../plan/tenant-identity.js';
import {type JournalFile, openJournalFile} from '../system/files/journal-file.js';
import {LockedError, lockFile} from '../system/files/lock-file.js';
import {makeDirectory} from '../system/files/make-directory.js';

const ending = '.jsonl';
const aside = '.damaged';
/** The line of an end is shorter, in bytes. */
const longestEnd = 512;

async function directoryOf({directories}: Context): Promise<string> {
  const {state} = await directories();
  return join(state, 'runs');
}

/**
 * Keeps every other apply away from the tenant, on this machine.
 *
 * @returns what lets go of it
 * @throws StaleError naming the process that holds it
 */
export async function lockTenant(context: Context, tenant: TenantIdentity): Promise<() => void> {
  const directory = await directoryOf(context);
  makeDirectory(directory);
  try {
    return lockFile(join(directory, `${digest(lockNameOf(tenant))}.lock`), {pid: context.pid});
  } catch (error) {
    if (error instanceof LockedError)
      throw new StaleError(
        `another apply is running on this tenant${error.holder === 0 ? '' : ` (process ${error.holder})`}`,
        'Wait for it to finish.',
      );
    throw new LocalError(`cannot lock the tenant: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
}

/** Reopens the journal of a run for appending. An incomplete last line is dropped: no write was sent after it. */
export async function openJournal(context: Context, run: string): Promise<JournalFile> {
  const directory = await directoryOf(context);
  makeDirectory(directory);
  return openJournalFile(join(directory, `${run}${ending}`));
}

/** Writes down that a run was taken back: there is nothing more to do for it. */
export async function closeRun(context: Context, run: string): Promise<void> {
  const journal = await openJournal(context, run);
  await journal.append(JSON.stringify({event: 'end', at: context.now().toISOString(), outcome: 'undone'}));
  await journal.close();
}

/** True when a plan of that id was carried out, or begun. */
export async function wasBegun(context: Context, run: string): Promise<boolean> {
  const file = join(await directoryOf(context), `${run}${ending}`);
  return existsSync(file) || existsSync(`${file}${aside}`);
}

/**
 * A damaged journal is moved aside when it is asked for by name, so that its contents are kept without blocking later runs.
 *
 * @throws NotFoundError when there is none, DamagedJournalError when it is damaged, LocalError when it cannot be read
 */
export async function openRun(context: Context, run: string): Promise<Run> {
  try {
    return await readRun(context, run);
  } catch (error) {
    if (!(error instanceof DamagedJournalError) || error.place === undefined) throw error;
    throw new DamagedJournalError(`${error.message}${moveAside(error.place)}`);
  }
}

/**
 * The same, for a look at many: a journal that another process has just begun is as if it were not there.
 *
 * @throws NotFoundError, DamagedJournalError, LocalError
 */
export async function readRun(context: Context, run: string): Promise<Run> {
  const file = join(await directoryOf(context), `${run}${ending}`);
  const isName = /^[\w-]+$/.test(run);
  if (isName && existsSync(`${file}${aside}`))
    throw new DamagedJournalError(`the journal of run ${run} is damaged and was moved to ${file}${aside}`);
  const text = isName ? readText(file) : undefined;
  if (text?.includes('\n')) return readJournal(text, file);
  throw new NotFoundError(
    text === undefined
      ? `no run named ${JSON.stringify(run)}`
      : `run ${run} has just started, or was interrupted before it sent anything`,
    {hint: suggest => `Run: ${suggest('fields', 'runs')}`},
  );
}

/** @throws LocalError when it exists but cannot be read */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new LocalError(`cannot read the journal ${file}: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
}

/** @returns what came of it, in words */
function moveAside(file: string): string {
  try {
    renameSync(file, `${file}${aside}`);
    return `; it was moved to ${file}${aside}`;
  } catch (error) {
    return `; it cannot be moved: ${systemCode(error) ?? messageOf(error)}`;
  }
}

/** True when the last that a journal tells is an end, or it is there no more: few of them need to be read for that. */
export async function hasEnded(context: Context, run: string): Promise<boolean> {
  const path = join(await directoryOf(context), `${run}${ending}`);
  if (!existsSync(path)) return true;
  const file = openSync(path, 'r');
  try {
    const tail = Buffer.alloc(longestEnd);
    const length = readSync(file, tail, 0, longestEnd, Math.max(0, fstatSync(file).size - longestEnd));
    return /(?:^|\n)\{"event":"end",[^\n]*\}\n$/.test(tail.toString('utf8', 0, length));
  } finally {
    closeSync(file);
  }
}

/** The ids of all runs, the latest first. */
export async function readRuns(context: Context): Promise<readonly string[]> {
  const directory = await directoryOf(context);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(name => name.endsWith(ending))
    .map(name => name.slice(0, -ending.length))
    .toSorted()
    .toReversed();
}
