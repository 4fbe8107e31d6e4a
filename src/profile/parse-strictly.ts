import {JsonLimitError} from '../json/json.js';
import {JsonSyntaxError} from '../json/json-syntax-error.js';
import {type LocatedJson, parseLocatedJson} from '../json/parse-json.js';
import {DamagedFileError} from './damaged-file-error.js';

/**
 * Parses the JSON of a stored file.
 *
 * @throws DamagedFileError also for an empty file, or a member that appears twice
 */
export function parseStrictly(file: string): LocatedJson {
  const text = file.replace(/^\ufeff/, '');
  if (text.trim() === '') throw new DamagedFileError('the file is empty', 1);
  const located = parse(text);
  if (located.repeated) throw new DamagedFileError('a member appears twice', located.repeated.place.line);
  return located;
}

function parse(text: string): LocatedJson {
  try {
    return parseLocatedJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new DamagedFileError('not valid JSON', error.place.line);
    if (error instanceof JsonLimitError) throw new DamagedFileError(`the file ${error.problem}`, 1);
    throw error;
  }
}
