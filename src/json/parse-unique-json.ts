import {UsageError} from '../base/errors.js';
import {type Json} from './json.js';
import {JsonLimitError} from './limits.js';
import {parseLocatedJson} from './parse-json.js';

/**
 * Parses JSON that a person has typed.
 *
 * @param where for messages
 * @returns `undefined` if it is not JSON
 * @throws UsageError for a key that appears twice, or JSON that exceeds a limit
 */
export function parseUniqueJson(text: string, where?: string): Json | undefined {
  const at = where === undefined ? '' : `${where}: `;
  try {
    const {value, repeated} = parseLocatedJson(text);
    if (repeated) throw new UsageError(`${at}the key ${JSON.stringify(repeated.name)} appears twice in one object`);
    return value;
  } catch (error) {
    if (error instanceof JsonLimitError) throw new UsageError(at + error.message);
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
