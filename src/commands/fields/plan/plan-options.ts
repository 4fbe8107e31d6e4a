import {Option} from '@commander-js/extra-typings';
import {collect, parseCount} from '../../../app/option-values.js';
import {UsageError} from '../../../base/errors.js';
import type {Permissions} from '../../../plan/plan.js';

/** Options shared by plan and apply. */
export const filesOption = new Option(
  '-f, --file <path>',
  'fields file or directory, or - for stdin (repeatable)',
).argParser(collect);
export const pruneOption = new Option('--prune', 'delete fields that are not declared');
export const replaceOption = new Option(
  '--replace <name>',
  'allow this field to be deleted and recreated (repeatable)',
).argParser(collect);

/** Options shared by apply and undo. */
export const expectDeletesOption = new Option(
  '--expect-deletes <count>',
  'exact number of fields and choices that will be lost',
).argParser(parseCount);
export const failFastOption = new Option('--fail-fast', 'stop after the first change that fails');

export const profilesOption = new Option(
  '--profiles <names>',
  "use the tenants of these profiles, such as 'canary,cust-*'",
).argParser((names: string, before: string | undefined) => (before === undefined ? names : `${before},${names}`));

export interface FileOptions {
  readonly file?: readonly string[] | undefined;
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
}

/**
 * @param takesPlan true if the command also takes a saved plan
 * @throws UsageError if no file is given
 */
export function requireFiles(files: readonly string[] | undefined, takesPlan = false): readonly string[] {
  if (files) return files;
  throw new UsageError(
    `no ${takesPlan ? 'saved plan or ' : ''}fields files given`,
    suggest =>
      `Pass ${takesPlan ? 'a saved plan, or fields files' : 'them'} with -f. To write a fields file, run: ${suggest('fields', 'export')} > fields.yaml`,
  );
}

export function toPermissions(options: FileOptions): Permissions {
  return {isPruning: options.prune === true, replaceable: new Set(options.replace)};
}
