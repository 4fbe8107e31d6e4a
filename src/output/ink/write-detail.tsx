import {renderToString} from 'ink';
import {splitParts} from '../../base/split-parts.js';
import {yieldToInterruption} from '../../base/yield-to-signals.js';
import {type DetailLine, flattenInSteps} from '../detail-lines.js';
import type {OutputSettings} from '../format.js';
import {paint, paintSpans} from '../theme.js';
import type {Line} from '../view.js';
import {Detail, indent, measureLabels} from './detail.js';

/** The lines and characters that Ink draws at a time: its time and memory grow with the text. */
const most = {count: 200, size: 20_000};

function lengthOf({label, value}: DetailLine): number {
  return value.reduce((length, {text}) => length + text.length, label.length);
}

/** The value below its label, or in its column where it has none, wrapped by the terminal. */
function showLongLine({label, depth, mark, value}: DetailLine, labelWidth: number, hasColor: boolean): string {
  const text = paintSpans(mark ? [mark, ...value] : value, hasColor);
  if (label === '') return `${' '.repeat(labelWidth)}${text}\n`;
  return `${' '.repeat(depth * indent)}${paint(label, 'dim', hasColor)}\n${text}\n`;
}

/**
 * Draws a detail view at a terminal. Long values wrap and nothing is truncated; a view longer than the screen goes to
 * the pager.
 *
 * @throws InterruptedError
 */
export async function writeTerminalDetail(
  {stdout, openPager, signal}: Pick<OutputSettings, 'stdout' | 'openPager' | 'signal'>,
  view: readonly Line[],
): Promise<void> {
  const {columns, rows, hasColor} = stdout;
  const lines = await flattenInSteps(view, signal);
  const labelWidth = measureLabels(lines, columns);
  const draw = (part: readonly DetailLine[]) => {
    const [line] = part;
    if (line && lengthOf(line) > most.size) return showLongLine(line, labelWidth, hasColor);
    const detail = <Detail lines={part} width={columns} hasColor={hasColor} labelWidth={labelWidth} />;
    return `${renderToString(detail, {columns})}\n`;
  };
  const [first = [], ...rest] = splitParts(lines, lengthOf, most);
  const text = draw(first);
  const pager = rest.length > 0 || text.split('\n').length > rows ? await openPager?.('text') : undefined;
  const target = pager ?? stdout;
  try {
    await target.write(text);
    for (const part of rest) {
      await yieldToInterruption(signal);
      await target.write(draw(part));
    }
  } finally {
    await pager?.close();
  }
}
