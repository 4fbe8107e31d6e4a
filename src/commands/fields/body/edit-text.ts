import type {CustomField} from '../../../api/schemas.js';
import {unshownMembers, updateMembers} from '../../../api/schemas.js';
import {type Json, type JsonObject, sameJson} from '../../../json/json.js';
import {toPrintable} from '../../../output/printable.js';
import {toYaml} from '../../../output/to-yaml.js';
import {showValue} from '../../../output/value.js';
import {showType} from '../show-type.js';

/** Formats a field as YAML to edit: the members that an update can change, with the rest in comments. */
export function toEditText(field: CustomField): string {
  const current = updateMembers.filter(member => field[member] !== undefined);
  const absent = updateMembers.filter(member => field[member] === undefined);
  const values = Object.fromEntries(current.map(member => [member, field[member]]));
  const about = `${showValue(field['name'])}, ${showType(field['type'])}, ${showValue(field['id'])}`;
  return [
    `# Custom field ${toPrintable(about)}. Its name and type cannot change.`,
    '# Save and close: you are shown the change and asked to confirm it. An empty or unchanged text sends nothing.',
    '# A member that you remove is sent as null.',
    current.length === 0 ? '' : toYaml(values).trimEnd(),
    ...absent.map(member => `# ${member}:`),
    '',
  ].join('\n');
}

/** Returns the members to send: those that differ, and null for those that were removed. */
export function findChanges(field: CustomField, edited: JsonObject): JsonObject {
  const removed = updateMembers.filter(member => (field[member] ?? null) !== null && !Object.hasOwn(edited, member));
  const changed = Object.entries(edited).filter(
    ([member, value]) => unshownMembers.has(member) || !sameJson(field[member] ?? null, value ?? null),
  );
  return Object.fromEntries([...changed, ...removed.map((member): [string, Json] => [member, null])]);
}
