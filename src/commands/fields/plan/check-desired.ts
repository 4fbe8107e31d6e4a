import {UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import type {Permissions} from '../../../plan/plan.js';

/**
 * Checks the names in `--replace`, unless a field is declared by its id and its name is not known yet.
 *
 * @throws UsageError for a field that is not declared, which is probably a typo
 */
export function refuseUnknownNames({fields}: DesiredState, {replaceable}: Permissions): void {
  if (fields.some(({name}) => name === '')) return;
  const declared = new Set(fields.map(({name}) => name));
  const unknown = [...replaceable].find(name => !declared.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--replace ${JSON.stringify(unknown)}: no field with that name is declared`,
      didYouMean(unknown, [...declared]) ?? 'Use the name of a declared field.',
    );
}
