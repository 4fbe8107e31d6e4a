import {Box, Text} from 'ink';
import {paint} from '../../output/theme.js';
import {widthOf} from '../../output/width-of.js';
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
  const lines = mode.kind === 'confirm' ? mode.lines : [];
  const questionLines = Math.ceil(widthOf(mode.question) / width);
  const room = Math.max(1, height - questionLines - 3);
  const hidden = lines.length - room;
  const shown = hidden > 0 ? [...lines.slice(0, room - 1), `and ${hidden + 1} more`] : lines;
  const choice = (label: string, isFocused: boolean) =>
    isFocused ? paint(`[ ${label} ]`, 'selected', hasColor) : `  ${label}  `;
  const typed = mode.kind === 'ask' ? mode.text : mode.typed;
  const answer =
    mode.kind === 'ask' || mode.expected !== undefined
      ? `> ${typed}_`
      : `${choice('No', !mode.isYes)}  ${choice('Yes', mode.isYes)}`;
  return (
    <Box flexDirection="column">
      {shown.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines never change
        <Text key={index} wrap="truncate">
          {line}
        </Text>
      ))}
      {shown.length > 0 && <Text> </Text>}
      <Text wrap="hard">{mode.question}</Text>
      <Text wrap="truncate">{answer}</Text>
      <Text wrap="truncate">{paint('Esc cancels', 'dim', hasColor)}</Text>
    </Box>
  );
}
