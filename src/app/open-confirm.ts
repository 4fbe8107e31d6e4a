import {UsageError} from '../base/errors.js';
import type {Confirm, Prompts} from '../base/prompts.js';
import type {GlobalOptions} from './global-options.js';

/**
 * Returns the function that asks for confirmation; with `--yes` it does not ask.
 *
 * @throws UsageError without a terminal
 */
export function openConfirm({yes}: GlobalOptions, prompts: Prompts | undefined): Confirm {
  if (yes) return async () => {};
  if (!prompts) throw new UsageError('cannot ask for confirmation without a terminal', 'Pass --yes to confirm.');
  return prompts.confirm;
}
