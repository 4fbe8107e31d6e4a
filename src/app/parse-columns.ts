import {UsageError} from '../base/errors.js';
import type {StoredSettings} from '../profile/stored-settings.js';

/** The columns that a setting lists; `undefined` if it is not set. */
export function readColumns(stored: StoredSettings, name: string | undefined): readonly string[] | undefined {
  const text = name === undefined ? undefined : stored[name];
  return text === undefined ? undefined : splitColumns(text);
}

function splitColumns(text: string): readonly string[] {
  return text.split(',').map(column => column.trim());
}

/**
 * @param source the option or setting, for the error
 * @throws UsageError for an empty name
 */
export function parseColumns(text: string, source: string): readonly string[] {
  const columns = splitColumns(text);
  if (columns.includes(''))
    throw new UsageError(`${source} contains an empty name`, 'Use a list such as: id,name,type.primitive_type');
  return columns;
}
