import type {CommandContext} from '../../app/command-context.js';
import type {Context} from '../../base/context.js';
import {BizctlError, UsageError} from '../../base/errors.js';
import {toOptionWords} from '../../base/shell-word.js';
import {arrayOf, isObject, type JsonObject, numberOf, objectOf, stringOf} from '../../json/json.js';
import {parseJson} from '../../json/parse-json.js';
import type {TempDirectory} from '../../system/files/temp-directory.js';

export interface SweepOptions {
  readonly file: readonly string[];
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
}

/** Settings shared by all cases. */
export interface Trial {
  readonly spawn: (words: readonly string[], subdirectory: string) => ReturnType<Context['spawnSelf']>;
  readonly directory: TempDirectory;
  /** The options that describe the desired state. */
  readonly desired: readonly string[];
  /** The number that `--expect-deletes` must equal. */
  readonly losses: number;
  /** Ids of existing fields that the plan keeps. */
  readonly keptIds: ReadonlySet<string>;
}

export function rowsOf(text: string): readonly JsonObject[] {
  return text.split('\n').filter(Boolean).map(parseJson).filter(isObject);
}

/** @throws the error that the process reported */
export function requireSuccess(
  {exitCode, stdout, stderr}: Awaited<ReturnType<Context['spawnSelf']>>,
  what: string,
): string {
  if (exitCode === 0) return stdout;
  const first = stderr.split('\n').find(line => line.startsWith('{"error"'));
  const error = first === undefined ? undefined : parseJson(first);
  const details = objectOf(objectOf(error)?.['error']) ?? {};
  throw new BizctlError('sweep', exitCode ?? 1, `${what}: ${stringOf(details['message']) ?? stderr.slice(0, 200)}`, {
    hint: stringOf(details['hint']),
  });
}

/**
 * Seeds a tenant in `start` and plans the files on it once, for all cases.
 *
 * @throws UsageError when a file is stdin
 */
export async function prepareTrial(
  context: CommandContext,
  {file, prune, replace}: SweepOptions,
  directory: TempDirectory,
): Promise<Trial> {
  if (file.includes('-'))
    throw new UsageError(
      'sandbox sweep cannot read from stdin, because it reads the files once per case',
      'Pass a file name.',
    );
  const desired = [
    ...file.flatMap(name => toOptionWords('--file', name)),
    ...(prune ? ['--prune'] : []),
    ...(replace ?? []).flatMap(name => toOptionWords('--replace', name)),
  ];
  const spawn: Trial['spawn'] = (words, subdirectory) =>
    context.spawnSelf([...words, `--sandbox=${directory.path(`${subdirectory}/tenant.db`)}`, '--no-input'], {
      XDG_DATA_HOME: directory.path(`${subdirectory}/home`),
      BIZCTL_STATE_DIR: directory.path(`${subdirectory}/state`),
    });
  directory.createSubdirectory('start');
  const listed = await spawn(['fields', 'list', '--output', 'ndjson', '--quiet'], 'start');
  const before = rowsOf(requireSuccess(listed, 'the sandbox'));
  const planned = await spawn(['fields', 'plan', ...desired, '--json', '--quiet'], 'start');
  const {changes: listedChanges, summary} = objectOf(parseJson(requireSuccess(planned, 'the plan'))) ?? {};
  const changes = (arrayOf(listedChanges) ?? []).filter(isObject);
  const removed = changes.filter(({action}) => action === 'delete' || action === 'replace').map(({id}) => id);
  const keptIds = new Set(before.map(({id}) => stringOf(id) ?? '').filter(id => !removed.includes(id)));
  return {spawn, directory, desired, keptIds, losses: numberOf(objectOf(summary)?.['losses']) ?? 0};
}
