import {UsageError} from '../base/errors.js';
import {maxRows} from './limits.js';

/**
 * @param unit what the rows of the file are called
 * @throws UsageError above `maxRows`
 */
export function refuseTooManyRows(count: number, name: string, unit: 'rows' | 'lines'): void {
  if (count > maxRows)
    throw new UsageError(
      `${name} has more than ${maxRows.toLocaleString('en')} ${unit}`,
      'Split it into several files.',
    );
}
