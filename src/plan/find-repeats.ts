import type {DesiredField} from './desired-field.js';
import type {Problem} from './plan.js';
import {describeSpelling, toPlainName} from './similar-names.js';

/**
 * Finds fields that are declared twice, by id or by name. Names that differ only in case, outer spaces or Unicode
 * normalization count as the same; only ids can tell such fields apart.
 */
export function findRepeats(fields: readonly DesiredField[]): readonly Problem[] {
  const withId = fields.filter(({id}) => id !== undefined);
  const withoutId = fields.filter(({id}) => id === undefined);
  const byId = Map.groupBy(withId, ({id}) => id);
  const byName = Map.groupBy(withoutId, ({name}) => toPlainName(name));
  const namesWithId = new Set(withId.map(({name}) => name.normalize()));
  return [
    ...[...byId].flatMap(([id, same]) =>
      same.slice(1).map(({where}) => ({
        place: where(),
        message: `the id ${JSON.stringify(id)} appears twice in the files`,
        hint: `Remove one of the two; the other is at ${same[0]?.where() ?? ''}.`,
      })),
    ),
    ...[...byName.values()].flatMap(same =>
      same.slice(1).map(({name, where}) => ({
        place: where(),
        message: `the name ${JSON.stringify(name)} appears twice in the files${describeTwin(name, same[0]?.name ?? '')}`,
        hint: `Remove one, or give each the id of its field; the other is at ${same[0]?.where() ?? ''}.`,
      })),
    ),
    ...withoutId
      .filter(({name}) => namesWithId.has(name.normalize()))
      .map(({name, where}) => ({
        place: where(),
        message: `the name ${JSON.stringify(name)} also appears in the files with an id`,
        hint: 'Give this one the id of its field too, or remove one of them.',
      })),
  ];
}

function describeTwin(name: string, other: string): string {
  if (name === other) return '';
  return ` (also as ${JSON.stringify(other)}, which differs only in ${describeSpelling(name, other)})`;
}
