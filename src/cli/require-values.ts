import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {UsageError} from '../base/errors.js';
import {quoteArgument} from '../base/shell-word.js';
import {findOption} from '../commands/command-tree.js';

/**
 * Refuses what looks like an option where an option needs a value. Commander would take it: when the variable is empty,
 * `--label $LABEL --dry-run` would write the label "--dry-run". Likewise, `--sandbox=$FILE` would mean the default
 * file.
 *
 * @throws UsageError
 */
export function requireValues(command: CommandUnknownOpts, argv: readonly string[]): void {
  for (let index = 0; index < argv.length && argv[index] !== '--'; index += 1) {
    if (argv[index] === '--sandbox=' || (argv[index] === '--sandbox' && argv[index + 1] === ''))
      throw new UsageError('--sandbox= is empty', 'Pass a file, or --sandbox alone for the default one.');
    const option = findOption(command, argv[index] ?? '');
    if (!option?.required) continue;
    index += 1;
    const value = argv[index];
    if (value === undefined || !(/^--(?:[a-z]|$)|^-h$/.test(value) || findOption(command, value))) continue;
    const name = option.long ?? option.flags;
    throw new UsageError(
      `${name} needs a value, but is followed by ${value}`,
      `If that is the value, pass ${name}=${quoteArgument(value)}`,
    );
  }
}
