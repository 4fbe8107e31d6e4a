import {UsageError} from '../../base/errors.js';
import {JsonLimitUsageError, readJson} from '../../json/read-document.js';

/** @throws UsageError for text that is not JSON, or has a key twice (row 57) */
export function requireJson(text: string, name: string): void {
  try {
    readJson(text, name, 1);
  } catch (error) {
    // The API may take what is too large to be read here.
    if (error instanceof JsonLimitUsageError) return;
    if (!(error instanceof UsageError) || error.details.hint !== undefined) throw error;
    throw error.with({
      hint: 'Fix the JSON. If the body is not JSON, pass its type, for example: -H "Content-Type: text/csv"',
    });
  }
}
