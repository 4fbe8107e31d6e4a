import {readAllFields, requireId} from '../../../api/fields.js';
import type {FieldReference} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import {NotFoundError, UsageError} from '../../../base/errors.js';
import {showValue} from '../../../output/value.js';
import {showType} from '../show/show-type.js';
import {parseFieldReference} from './parse-reference.js';

/**
 * Returns the fields that were given, or the one that is picked at the terminal, by its id.
 *
 * @param verb completes the question: `edit`
 * @throws UsageError without a terminal; NotFoundError if the tenant has no fields
 */
export async function requireFields(
  {http, prompts, tenant}: ApiContext,
  given: readonly string[],
  verb: string,
): Promise<readonly FieldReference[]> {
  if (given.length > 0) return given.map(parseFieldReference);
  if (!prompts)
    throw new UsageError(
      'no field given',
      suggest => `Pass an id or name:NAME. To list them, run: ${suggest('fields', 'list')}`,
    );
  const fields = await readAllFields(http);
  if (fields.length === 0)
    throw new NotFoundError(`${tenant} has no custom fields`, {
      hint: suggest => `To create one, run: ${suggest('fields', 'create')}`,
    });
  const choices = fields.map(field => ({
    value: requireId(field),
    label: showValue(field['name']),
    hint: [showType(field['type']), showValue(field['label'])].filter(word => word !== '').join(', '),
  }));
  return [{member: 'id', value: await prompts.pick(`Which custom field do you want to ${verb}?`, choices)}];
}
