import {arrayOf, type Json, type JsonObject, objectOf, showJson} from '../../../json/json.js';

function titlesOf(options: Json | undefined): readonly string[] {
  const groups = arrayOf(objectOf(options)?.['groups']) ?? [];
  return groups
    .flatMap(group => arrayOf(objectOf(group)?.['options']) ?? [])
    .map(choice => showJson(objectOf(choice)?.['title'] ?? null));
}

/** Names the choices that an update removes, because the values stored for them are lost; `undefined` if none are. */
export function describeLostChoices(
  sent: JsonObject,
  field: JsonObject,
  verb: 'removed' | 'removes' = 'removed',
): string | undefined {
  if (sent['options'] === undefined) return undefined;
  const kept = titlesOf(sent['options']);
  const lost = titlesOf(field['options']).filter(title => !kept.includes(title));
  return lost.length === 0 ? undefined : `${verb} these choices and the values stored for them: ${lost.join(', ')}`;
}
