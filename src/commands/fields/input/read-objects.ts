import type {Context} from '../../../base/context.js';
import {UsageError} from '../../../base/errors.js';
import {runBlocking} from '../../../base/yield-to-signals.js';
import {isNdjson, readJson, readText} from '../../../json/read-document.js';
import {refuseTooManyRows} from '../../../json/refuse-too-many-rows.js';
import {decodeText} from '../../../json/strict-decoder.js';
import {type PlacedObject, type PlacedObjects, toObject, toObjects} from './placed-objects.js';

/**
 * Reads one object, an array of objects, `custom_fields:` with an array of objects, or NDJSON, from JSON or YAML.
 *
 * @param name the name of the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readObjects(
  bytes: Uint8Array,
  name: string,
  context: Pick<Context, 'signal' | 'withDefaultSignals'>,
): Promise<PlacedObjects> {
  const {readYaml} = await import('../../../json/read-yaml.js');
  return runBlocking(context, () => {
    const text = decodeText(bytes, name);
    if (text.trim() === '')
      throw new UsageError(
        `${name} is empty`,
        'Pass a JSON or YAML object; fields create also takes a list, or one object per line.',
      );
    if (isNdjson(text)) return {objects: readLines(text, name), isList: true};
    return toObjects(readText(text, name, readYaml));
  });
}

function readLines(text: string, name: string): readonly PlacedObject[] {
  const lines = text.trimEnd().split('\n');
  refuseTooManyRows(lines.length, name, 'lines');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const {value} = readJson(line, name, index + 1);
    return [toObject({value, where: () => `${name}:${index + 1}`})];
  });
}
