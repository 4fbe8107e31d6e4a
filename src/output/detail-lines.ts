import {mapInSteps} from '../base/let-signals-in.js';
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

function makePrintable({text, style}: Span): Span {
  return {text: toPrintable(text), style};
}

export function flattenLines(lines: readonly Line[], depth = 0): readonly DetailLine[] {
  return lines.flatMap(({label, mark, value = [], lines = []}) => [
    {label: toPrintable(label), depth, mark: mark && makePrintable(mark), value: value.map(makePrintable)},
    ...flattenLines(typeof lines === 'function' ? lines() : lines, depth + 1),
  ]);
}

/**
 * Like `flattenLines`, for a view that may be long.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function flattenInSteps(lines: readonly Line[], signal: AbortSignal): Promise<readonly DetailLine[]> {
  return (await mapInSteps(lines, line => flattenLines([line]), signal)).flat();
}

/** The lines for `--columns`, one per path. */
export function pickLines(value: Json, paths: readonly string[]): readonly Line[] {
  return paths.map(path => ({label: path, value: [{text: showValue(readPath(value, path))}]}));
}
