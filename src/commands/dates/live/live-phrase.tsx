import {Box, Text} from 'ink';
import {countNouns} from '../../../base/count-nouns.js';
import type {DetailLine} from '../../../output/detail-lines.js';
import {Detail} from '../../../output/ink/detail.js';
import type {EditedLine} from '../../../output/ink/edit-line.js';
import {paint} from '../../../output/theme.js';
import {widthOf} from '../../../output/width-of.js';

export interface LiveState {
  readonly line: EditedLine;
  readonly lines: readonly DetailLine[];
  /** Why there is no reading. */
  readonly message: string | undefined;
  readonly isWaiting: boolean;
}

export function LivePhrase({
  state: {line, lines, message, isWaiting},
  width,
  height,
  hasColor,
}: {
  readonly state: LiveState;
  readonly width: number;
  readonly height: number;
  readonly hasColor: boolean;
}) {
  const shown = cutLines(lines, width, height - 4);
  const rest = lines.length - shown.length;
  const hint = `${rest > 0 ? `and ${countNouns(rest, 'more line')}; ` : ''}Enter to print, Esc to quit${isWaiting ? ', reading…' : ''}`;
  return (
    <Box flexDirection="column">
      <Text>{`Date phrase: ${line.before}${line.after === '' ? '_' : '|'}${line.after}`}</Text>
      {message === undefined ? (
        <Detail lines={shown} width={width} hasColor={hasColor} />
      ) : (
        <Text>{paint(message, 'bad', hasColor)}</Text>
      )}
      <Text wrap="truncate">{paint(hint, 'dim', hasColor)}</Text>
    </Box>
  );
}

/** The lines that fit; a wrapped value counts once per screen line. */
function cutLines(lines: readonly DetailLine[], width: number, room: number): readonly DetailLine[] {
  const labelWidth = Math.max(0, ...lines.map(({label}) => widthOf(label))) + 2;
  let used = 0;
  return lines.filter(({value}) => {
    used += Math.max(1, Math.ceil(widthOf(value.map(({text}) => text).join('')) / Math.max(1, width - labelWidth - 2)));
    return used <= room;
  });
}
