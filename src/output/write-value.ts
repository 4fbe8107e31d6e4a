import type {Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import {findPaths, type ListSettings} from './list-writer.js';
import {toJson, toJsonLine} from './to-json.js';
import {pickPaths} from './value.js';

/**
 * One value for machines: itself in JSON and YAML, one line below its head where the format is a table of values.
 *
 * @param documented the members that the reference gives it
 */
export async function writeValue(
  value: Json,
  documented: readonly string[],
  {format, columns, stdout, isCsvRaw, jq}: ListSettings,
): Promise<void> {
  if (jq) {
    const {writeThroughJq} = await import('./jq.js');
    return writeThroughJq(jq, stdout, stringifyJson(columns ? pickPaths(value, columns) : value), format === 'ndjson');
  }
  switch (format) {
    case 'json':
      return stdout.write(toJson(value, columns));
    case 'yaml': {
      const {toYaml} = await import('./to-yaml.js');
      return stdout.write(toYaml(columns ? pickPaths(value, columns) : value));
    }
    case 'csv':
    case 'tsv': {
      const {createSeparatedWriter} = await import('./separated-writer.js');
      const paths = columns ?? findPaths(documented, [value]);
      return createSeparatedWriter((row: Json) => row, {stdout, format, paths, isRaw: isCsvRaw}).write([value], false);
    }
    case 'ndjson':
    case 'table':
      return stdout.write(toJsonLine(value, columns));
  }
}
