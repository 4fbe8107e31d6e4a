import {checkWritten, updateField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrites} from '../../../app/run-writes.js';
import type {Message} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import {outcomeDetail} from '../view.js';

/**
 * Updates one field and shows the result.
 *
 * @param note shown if the write itself has no note
 */
export function writeUpdate(context: ApiContext, id: string, body: JsonObject, note?: Message): Promise<void> {
  return executeWrites(context, {
    noun: 'custom fields',
    verb: 'updated',
    inputs: [body],
    nameOf: () => id,
    concurrency: 1,
    write: async body => {
      const written = await updateField(context.http, id, body);
      const {field, warning} = await checkWritten(context.http, body, written.field);
      return {row: {outcome: 'updated' as const, field}, note: written.note ?? note, warning};
    },
    show: pages => context.showOnly(outcomeDetail, pages),
  });
}
