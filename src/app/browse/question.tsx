import {useEffect} from 'react';
import {cutStart} from '../../output/cut-text.js';
import {toPrintable} from '../../output/printable.js';
import {paint} from '../../output/theme.js';
import {wrapAll} from '../../output/wrap-words.js';
import {ScreenLines} from './screen-lines.js';
import type {Mode} from './state.js';

const tooSmall = 'The window is too small for this question. Enlarge it, or press Esc.';

interface QuestionProps {
  readonly mode: Extract<Mode, {kind: 'confirm' | 'ask' | 'choose'}>;
  readonly width: number;
  readonly height: number;
  readonly hasColor: boolean;
  /** Reports the largest scroll offset; `undefined` if the screen is too small to confirm anything. */
  readonly onMeasured: (maxTop: number | undefined) => void;
}

/** A question with what it is about above it, and the answer below. */
export function Question({mode, width, height, hasColor, onMeasured}: QuestionProps) {
  const question = wrapAll(mode.question, width);
  const dim = (text: string) => paint(text, 'dim', hasColor);
  const hint = (text: string) => wrapAll(text, width).map(dim);
  const room = Math.max(1, height - question.length - 4);
  const all = mode.kind === 'confirm' ? mode.lines.flatMap(line => wrapAll(line, width)) : [];
  const maxTop = Math.max(0, all.length - room);
  // The question and its answer are always shown whole, and at least one line of what it is about.
  const free = height - question.length - 1;
  const isFitting = mode.kind !== 'confirm' || free >= Math.min(1, all.length);
  useEffect(() => onMeasured(isFitting ? maxTop : undefined));
  if (!isFitting) return <ScreenLines lines={wrapAll(tooSmall, width).slice(0, height)} />;
  if (mode.kind === 'ask') {
    const input = toInputLine(mode.text, width);
    return <ScreenLines lines={fit([...question, input, ...hint('Enter accepts, Esc cancels')], input, height)} />;
  }
  if (mode.kind === 'choose') {
    const options = mode.options.map((option, index) =>
      index === mode.index ? paint(`> ${option}`, 'selected', hasColor) : `  ${option}`,
    );
    const first = Math.max(0, mode.index - room + 1);
    const shown = options.slice(first, first + room);
    return <ScreenLines lines={[...question, ...shown, ...hint('Up and Down choose, Enter accepts, Esc cancels')]} />;
  }
  const first = Math.min(mode.top, maxTop);
  const shown = all.slice(first, first + room);
  const scrolled =
    all.length > room ? dim(`lines ${first + 1} to ${first + shown.length} of ${all.length} (Up and Down scroll)`) : '';
  const choice = (label: string, isFocused: boolean) =>
    isFocused ? paint(`[ ${label} ]`, 'selected', hasColor) : `  ${label}  `;
  const isTyped = mode.expected !== undefined;
  const answer = isTyped
    ? toInputLine(mode.typed, width)
    : `${choice('No', !mode.isYes)}  ${choice('Yes', mode.isYes)}`;
  const lines = [
    ...shown,
    ...(all.length > 0 && free > shown.length ? [scrolled] : []),
    ...question,
    answer,
    ...hint(isTyped ? 'Esc cancels' : 'Left and Right choose, Enter accepts, Esc cancels'),
  ];
  return <ScreenLines lines={fit(lines, answer, height)} />;
}

/** Cuts the lines to the height of a small screen: the keys go first, then lines from the top. */
function fit(lines: readonly string[], answer: string, height: number): readonly string[] {
  return lines.slice(0, Math.max(height, lines.indexOf(answer) + 1)).slice(-height);
}

/** A text that is being typed; where it is too long, its end. */
function toInputLine(typed: string, width: number): string {
  return `> ${cutStart(toPrintable(typed), width - 3)}_`;
}
