import * as z from 'zod/mini';
import {isObject} from '../json/json.js';
import {DamagedFileError} from './damaged-file-error.js';
import {parseStrictly} from './parse-strictly.js';

const document = z.record(z.string(), z.string());

/** Values of settings, by name; also those that only other versions of bizctl know. */
export type StoredSettings = z.infer<typeof document>;

/** @throws DamagedFileError */
export function parseStoredSettings(text: string): StoredSettings {
  const {value, locate} = parseStrictly(text);
  const result = document.safeParse(value);
  if (result.success) return result.data;
  const wrong = isObject(value) ? Object.keys(value).find(name => typeof value[name] !== 'string') : undefined;
  throw new DamagedFileError(
    wrong === undefined ? 'not an object' : `the value of ${JSON.stringify(wrong)} is not a string`,
    locate(wrong === undefined ? [] : [wrong]).line,
  );
}
