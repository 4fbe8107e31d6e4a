import {cutEnd} from '../base/quote-start.js';
import {mapInSteps} from '../base/yield-to-signals.js';
import type {Json} from '../json/json.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';
import type {Line, Span} from './view.js';

export interface DetailLine {
  readonly label: string;
  readonly depth: number;
  readonly mark: Span | undefined;
  readonly value: readonly Span[];
}

/** Yields the lines of a view, each followed by those below it, and texts cut to a length. */
function* walkLines(lines: readonly Line[], maxText = Number.POSITIVE_INFINITY): Generator<DetailLine, undefined> {
  const makePrintable = ({text, style}: Span): Span => ({text: toPrintable(cutEnd(text, maxText)), style});
  const open = [lines.values()];
  for (let innermost = open[0]; innermost !== undefined; innermost = open.at(-1)) {
    const {done, value: line} = innermost.next();
    if (done) {
      open.pop();
      continue;
    }
    const {label, mark, value = [], lines: below = []} = line;
    const depth = open.length - 1;
    yield {label: toPrintable(label), depth, mark: mark && makePrintable(mark), value: value.map(makePrintable)};
    open.push((typeof below === 'function' ? below() : below).values());
  }
}

export function flattenLines(lines: readonly Line[]): readonly DetailLine[] {
  return [...walkLines(lines)];
}

/** Like `flattenLines`, for a view of any length if only its first lines are wanted; the last line says so. */
export function flattenFirst(lines: readonly Line[], most: number, maxText: number): readonly DetailLine[] {
  const first = [...walkLines(lines, maxText).take(most + 1)];
  if (first.length <= most) return first;
  const note = `only the first ${most.toLocaleString('en')} lines; to see all, use get`;
  return [...first.slice(0, most), {label: '', depth: 0, mark: undefined, value: [{text: note, style: 'dim'}]}];
}

/**
 * Like `flattenLines`, for a view that may be long.
 *
 * @throws the reason of the signal once it is aborted
 */
export function flattenInSteps(lines: readonly Line[], signal: AbortSignal): Promise<readonly DetailLine[]> {
  return mapInSteps(walkLines(lines), line => line, signal);
}

/** The lines for `--columns`, one per path. */
export function pickLines(value: Json, paths: readonly string[]): readonly Line[] {
  return paths.map(path => ({label: path, value: [{text: showValue(readPath(value, path))}]}));
}
