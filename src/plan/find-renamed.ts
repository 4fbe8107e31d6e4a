import type {CustomField} from '../api/schemas.js';
import type {Run} from './journal.js';
import type {Change, Refusal} from './plan.js';

/** Finds the field that an earlier run has created with this name, and that the API lists under another one. */
export function findRenamed(
  runs: readonly Run[],
  name: string,
  current: readonly CustomField[],
): CustomField | undefined {
  const ids = new Set(
    runs.flatMap(({writes}) =>
      writes.flatMap(({action, id, listedAs, ...write}) =>
        action === 'create' && write.name === name && listedAs !== undefined ? [id] : [],
      ),
    ),
  );
  return current.find(field => field.id !== undefined && ids.has(field.id) && field.name !== name);
}

/** Refuses to create a field again that the API lists under another name. */
export function findRenameRefusals(
  changes: readonly Change[],
  runs: readonly Run[],
  current: readonly CustomField[],
): readonly Refusal[] {
  return changes.flatMap(({action, name, place}) => {
    const renamed = action === 'create' ? findRenamed(runs, name, current) : undefined;
    if (!renamed) return [];
    return [
      {
        reason: 'identity' as const,
        place,
        message: describeRenamed(name, renamed),
        hint: renamedHint,
      },
    ];
  });
}

export function describeRenamed(name: string, {name: listedAs = null, id = ''}: CustomField): string {
  return `${JSON.stringify(name)} was created before, and the API lists it as ${JSON.stringify(listedAs)}: ${id}`;
}

export const renamedHint = 'Use the name that the API lists, or delete that field first.';
