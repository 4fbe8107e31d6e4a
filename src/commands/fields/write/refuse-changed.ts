import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, NotFoundError} from '../../../base/errors.js';
import {memberOf} from '../../../json/json.js';
import {sameJson} from '../../../json/same-json.js';
import {digestField} from '../../../plan/plan-document.js';
import {readFieldsToWrite} from '../runs/read-fields-to-write.js';

/** Reads fields by id, once the list shows all recent writes to these. */
export async function readAgain(
  context: ApiContext,
  fields: readonly CustomField[],
): Promise<ReadonlyMap<string | undefined, CustomField>> {
  const ids = new Set(fields.map(({id}) => id));
  const read = async (mustBeComplete: boolean) =>
    (await readFieldsToWrite(context, ({id}) => ids.has(id), {mustBeComplete})).filter(({id}) => ids.has(id));
  const once = await read(false);
  // A list that moves while it is read may lack a field that exists.
  const found = once.length < ids.size ? await read(true) : once;
  return new Map(found.map(field => [field.id, field]));
}

/** A field as a person has seen it. */
interface SeenField {
  readonly field: CustomField;
  /** Members that are sent whole, with what the reference does not name in them. */
  readonly sent?: readonly string[];
}

/**
 * Reads fields again before they are written.
 *
 * @param when completes the message: `while you were editing it`
 * @throws GuardError if a field is no longer what a person has seen; NotFoundError if it is gone
 */
export async function refuseChanged(
  context: ApiContext,
  seen: readonly SeenField[],
  when: string,
  hint: string,
): Promise<void> {
  const now = await readAgain(
    context,
    seen.map(({field}) => field),
  );
  for (const {field, sent = []} of seen) {
    const name = JSON.stringify(field.name ?? field.id);
    const current = now.get(field.id);
    if (!current) throw new NotFoundError(`${name} was deleted ${when}`);
    const isSame = (member: string) => sameJson(memberOf(current, member) ?? null, memberOf(field, member) ?? null);
    if (digestField(field) !== digestField(current) || !sent.every(isSame))
      throw new GuardError(`${name} was changed ${when}`, hint);
  }
}
