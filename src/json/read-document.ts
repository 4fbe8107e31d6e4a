import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {runBlocking} from '../base/yield-to-signals.js';
import {JsonSyntaxError} from './json-syntax-error.js';
import {JsonLimitError} from './limits.js';
import {createLineCounter, type LineAndColumn} from './line-counter.js';
import {parseLocatedJson} from './parse-json.js';
import type {Placed} from './placed.js';
import {decodeText} from './strict-decoder.js';

type ReadYaml = (text: string, name: string) => Placed;

/**
 * Reads one value from JSON or YAML.
 *
 * @param name the name of the input in messages
 * @throws UsageError naming file, line and column
 */
export async function readDocument(
  bytes: Uint8Array,
  name: string,
  context: Pick<Context, 'signal' | 'withDefaultSignals'>,
): Promise<Placed> {
  const {readYaml} = await import('./read-yaml.js');
  return runBlocking(context, () => readText(decodeText(bytes, name), name, readYaml));
}

/**
 * Reads one value from the decoded text of a JSON or YAML file.
 *
 * @throws UsageError naming file, line and column
 */
export function readText(text: string, name: string, readYaml: ReadYaml): Placed {
  if (!/^\s*[[{]/.test(text)) return readYaml(text, name);
  try {
    return readJson(text, name, 1);
  } catch (error) {
    if (!(error instanceof JsonSyntaxUsageError)) throw error;
    // YAML in flow style starts like JSON.
    if (/\.ya?ml$/i.test(name)) return readYaml(text, name);
    if (isNdjson(text)) throw new UsageError(error.message, 'Put the objects into one list, as jq -s does.');
    if (/\.json$/i.test(name)) throw error;
    // As YAML, NaN and the like would be texts.
    if (/^[\s[{]+"/.test(text)) throw error.with({hint: 'For YAML, use a file named *.yaml.'});
    try {
      return readYaml(text, name);
    } catch (yamlError) {
      throw yamlError instanceof UsageError ? error : yamlError;
    }
  }
}

/** True when the first line is an object and the second starts like one. */
export function isNdjson(text: string): boolean {
  const [first = '', second = ''] = text.split('\n').filter(line => line.trim() !== '');
  return /^\s*\{.*\}\s*$/.test(first) && /^\s*\{/.test(second);
}

/** Thrown for text that is not JSON, and may be YAML. */
class JsonSyntaxUsageError extends UsageError {}

/** Thrown for JSON that is too large or too deep to read. */
export class JsonLimitUsageError extends UsageError {}

/** @param firstLine the line number in the file at which the text starts */
export function readJson(text: string, name: string, firstLine: number): Placed {
  const toWhere = ({line, column}: LineAndColumn) => `${name}:${firstLine + line - 1}:${column}`;
  try {
    const {value, repeated, locate} = parseLocatedJson(text);
    if (repeated)
      throw new UsageError(
        `${toWhere(repeated.place)}: the key ${JSON.stringify(repeated.name)} appears twice in one object`,
        'Remove one of them.',
      );
    return {value, where: path => toWhere(locate(path))};
  } catch (error) {
    if (error instanceof JsonLimitError) {
      const place = error.at === undefined ? name : toWhere(createLineCounter(text)(error.at));
      throw new JsonLimitUsageError(`${place}: ${error.message}`);
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new JsonSyntaxUsageError(`${toWhere(error.place)}: not valid JSON: ${error.message}`);
  }
}
