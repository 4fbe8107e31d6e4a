import type {Json} from '../json/json.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';
import type {Line, Span} from './view.js';

/** A line of a detail view, safe to print. */
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
    ...flattenLines(lines, depth + 1),
  ]);
}

/** The lines for `--columns`, one per path. */
export function pickLines(value: Json, paths: readonly string[]): readonly Line[] {
  return paths.map(path => ({label: path, value: [{text: showValue(readPath(value, path))}]}));
}
