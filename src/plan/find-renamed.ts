import type {CustomField} from '../api/schemas.js';
import type {Run} from './journal.js';
import type {Change, Refusal} from './plan.js';

/**
 * Returns a function that finds the field that an earlier run has created with a name, and that the API lists under
 * another.
 */
export function createRenamedFinder(
  runs: readonly Run[],
  current: readonly CustomField[],
): (name: string) => CustomField | undefined {
  const creates = runs
    .flatMap(({writes}) => writes)
    .filter(({action, id, listedAs}) => action === 'create' && listedAs !== undefined && id !== undefined);
  const ids = new Set(creates.map(({id}) => id));
  const listed = new Map(current.filter(({id}) => ids.has(id)).map(field => [field.id, field]));
  const renamed = new Map<string, CustomField>();
  for (const {id, name} of creates) {
    const field = listed.get(id);
    if (field && field.name !== name && !renamed.has(name)) renamed.set(name, field);
  }
  return name => renamed.get(name);
}

/** Refuses to create a field again that the API lists under another name. */
export function findRenameRefusals(
  changes: readonly Change[],
  runs: readonly Run[],
  current: readonly CustomField[],
): readonly Refusal[] {
  const findRenamed = createRenamedFinder(runs, current);
  return changes.flatMap(({action, name, place}) => {
    const renamed = action === 'create' ? findRenamed(name) : undefined;
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
