import * as z from 'zod/mini';
import {UsageError} from '../base/errors.js';
import {isObject} from '../json/json.js';
import type {Placed} from '../json/placed.js';

const document = z.record(z.string(), z.string());

/** Values of settings, by name; also those that only other versions of bizctl know. */
export type StoredSettings = z.infer<typeof document>;

/** @throws UsageError naming file, line and column */
export function parseStoredSettings({value, where}: Placed): StoredSettings {
  const result = document.safeParse(value);
  if (result.success) return result.data;
  const wrong = isObject(value) ? Object.keys(value).find(name => typeof value[name] !== 'string') : undefined;
  throw new UsageError(
    wrong === undefined
      ? `${where([])}: not an object`
      : `${where([wrong])}: the value of ${JSON.stringify(wrong)} is not a string`,
  );
}
