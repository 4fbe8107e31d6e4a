import {Option} from '@commander-js/extra-typings';
import {collect, parseCount} from '../../../app/option-values.js';
import {UsageError} from '../../../base/errors.js';
import type {Permissions} from '../../../plan/plan.js';

/** What plan and apply take alike. */
export const filesOption = new Option(
  '-f, --file <path>',
  'a fields file, a directory of them, or - for stdin; may be repeated',
).argParser(collect);
export const pruneOption = new Option('--prune', 'delete the fields that are not declared');
export const replaceOption = new Option(
  '--replace <name>',
  'this field may be deleted and created anew, its values lost; may be repeated',
).argParser(collect);

/** What apply and undo take alike. */
export const expectDeletesOption = new Option(
  '--expect-deletes <count>',
  'how many fields are deleted; needed where nobody can answer',
).argParser(parseCount);
export const failFastOption = new Option('--fail-fast', 'try nothing more after the first change that fails');
export const applyYesOption = new Option('--yes', 'do not ask; needed where nobody can answer');

export const profilesOption = new Option(
  '--profiles <names>',
  'all these profiles, such as cust-* or a,b; each with its own address and token',
);

/** @throws UsageError without a file */
export function requireFiles(files: readonly string[] | undefined): readonly string[] {
  if (files) return files;
  throw new UsageError('there is nothing to plan', 'Name a fields file with -f; bizctl fields export makes one.');
}

export function toPermissions(options: {
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
}): Permissions {
  return {isPruning: options.prune === true, replaceable: new Set(options.replace)};
}
