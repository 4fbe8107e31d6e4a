import type {OutputStream} from '../base/output-stream.js';
import {flattenLines} from './detail-rows.js';
import {formatColumns} from './plain-table.js';
import type {Line} from './view.js';

/** The thing in full for pipes and files: a label and its value a line, nothing cut or wrapped. */
export async function writePlainDetail(stdout: OutputStream, lines: readonly Line[]): Promise<void> {
  const pairs = flattenLines(lines).map(({label, depth, value}) => [
    `${'  '.repeat(depth)}${label}`,
    value.map(({text}) => text).join(''),
  ]);
  if (pairs.length > 0) await stdout.write(formatColumns(pairs));
}
