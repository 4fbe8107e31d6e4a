import {paint} from '../../output/theme.js';
import {widthOf} from '../../output/width-of.js';
import {wrapAll} from '../../output/wrap-words.js';
import {ScreenLines} from './screen-lines.js';
import type {Mode} from './state.js';

/** A question with what it is about above it, and the answer below. */
export function Question({
  mode,
  width,
  height,
  hasColor,
}: {
  readonly mode: Extract<Mode, {kind: 'confirm' | 'ask'}>;
  readonly width: number;
  readonly height: number;
  readonly hasColor: boolean;
}) {
  const question = wrapAll(mode.question, width);
  const all = mode.kind === 'confirm' ? mode.lines.flatMap(line => wrapAll(line, width)) : [];
  const room = Math.max(1, height - question.length - 4);
  const first = mode.kind === 'confirm' ? Math.min(mode.top, Math.max(0, all.length - room)) : 0;
  const shown = all.slice(first, first + room);
  const scrolled =
    all.length > room ? `lines ${first + 1} to ${first + shown.length} of ${all.length} (Up and Down scroll)` : '';
  const choice = (label: string, isFocused: boolean) =>
    isFocused ? paint(`[ ${label} ]`, 'selected', hasColor) : `  ${label}  `;
  const typed = mode.kind === 'ask' ? mode.text : mode.typed;
  const answer =
    mode.kind === 'ask' || mode.expected !== undefined
      ? `> ${cutStart(typed, width - 3)}_`
      : `${choice('No', !mode.isYes)}  ${choice('Yes', mode.isYes)}`;
  const hint =
    mode.kind === 'confirm' && mode.expected === undefined
      ? 'Left and Right choose, Enter accepts, Esc cancels'
      : 'Esc cancels';
  const lines = [
    ...shown,
    ...(all.length > 0 ? [scrolled === '' ? '' : paint(scrolled, 'dim', hasColor)] : []),
    ...question,
    answer,
    ...wrapAll(hint, width).map(line => paint(line, 'dim', hasColor)),
  ];
  return <ScreenLines lines={lines} />;
}

/** The end of a text that is being typed, where the cursor is. */
function cutStart(text: string, width: number): string {
  let end = text;
  while (widthOf(end) > width) end = Array.from(end).slice(1).join('');
  return end;
}
