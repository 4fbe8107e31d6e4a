import {requireId} from '../../../api/fields.js';
import {type CustomField, updateMembers, writeOnlyMembers} from '../../../api/schemas.js';
import {type Json, type JsonObject, memberOf} from '../../../json/json.js';
import {sameJson} from '../../../json/same-json.js';
import {toPrintable} from '../../../output/printable.js';
import {toYaml} from '../../../output/to-yaml.js';
import {showValue} from '../../../output/value.js';
import {showType} from '../show/show-type.js';

const instructions = [
  '# Save and close to review and confirm the change.',
  '# An empty or unchanged file sends nothing.',
  '# A member that you remove is sent as null.',
];

/**
 * Formats fields as YAML to edit: the members that an update can change, with the rest in comments. Several fields are
 * a list with their ids.
 */
export function toEditText(fields: readonly CustomField[]): string {
  const [field, ...others] = fields;
  if (field && others.length === 0) {
    const absent = updateMembers.filter(member => field[member] === undefined);
    const values = pickEditable(field);
    return [
      `# Custom field ${describe(field)}, ${toPrintable(showValue(field['id']))}`,
      '# Its name and type cannot change.',
      ...instructions,
      Object.keys(values).length === 0 ? '' : toYaml(values).trimEnd(),
      ...absent.map(member => `# ${member}:`),
      '',
    ].join('\n');
  }
  return [
    `# ${fields.length} custom fields. Their ids, names and types cannot change.`,
    ...instructions,
    '# Fields that you remove from this list are not changed.',
    ...fields.flatMap(each => [
      '',
      `# ${describe(each)}`,
      toYaml([{id: requireId(each), ...pickEditable(each)}]).trimEnd(),
    ]),
    '',
  ].join('\n');
}

function describe(field: CustomField): string {
  return toPrintable(`${showValue(field['name'])}, ${showType(field['type'])}`);
}

function pickEditable(field: CustomField): {readonly [member: string]: Json | undefined} {
  const current = updateMembers.filter(member => field[member] !== undefined);
  return Object.fromEntries(current.map(member => [member, field[member]]));
}

/** Returns the members to send: those that differ, and null for those that were removed. */
export function findChanges(field: CustomField, edited: JsonObject): JsonObject {
  // `deleted` is cleared with false, not by removing the line.
  const removed = updateMembers.filter(
    member => member !== 'deleted' && (field[member] ?? null) !== null && !Object.hasOwn(edited, member),
  );
  const isUnshown = (member: string) => writeOnlyMembers.has(member) && field[member] === undefined;
  const changed = Object.entries(edited).filter(
    ([member, value]) => isUnshown(member) || !sameJson(memberOf(field, member) ?? null, value ?? null),
  );
  return Object.fromEntries([...changed, ...removed.map((member): [string, Json] => [member, null])]);
}
