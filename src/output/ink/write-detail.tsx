import {renderToString} from 'ink';
import type {OpenPager, OutputStream} from '../../base/output-stream.js';
import {flattenLines} from '../detail-lines.js';
import type {Line} from '../view.js';
import {Detail} from './detail.js';

interface DetailSettings {
  readonly stdout: OutputStream;
  readonly openPager: OpenPager | undefined;
}

/**
 * Draws a detail view at a terminal. Long values wrap and nothing is truncated; a view longer than the screen goes to
 * the pager.
 */
export async function writeTerminalDetail({stdout, openPager}: DetailSettings, lines: readonly Line[]): Promise<void> {
  const {columns, rows, hasColor} = stdout;
  const detail = <Detail lines={flattenLines(lines)} width={columns} hasColor={hasColor} />;
  const text = `${renderToString(detail, {columns})}\n`;
  const pager = text.split('\n').length > rows ? await openPager?.('text') : undefined;
  if (!pager) return stdout.write(text);
  try {
    await pager.write(text);
  } finally {
    await pager.close();
  }
}
