import {Box, Text} from 'ink';
import type {DetailLine} from '../../../output/detail-lines.js';
import {Detail} from '../../../output/ink/detail.js';
import {paint} from '../../../output/theme.js';

/** What has been typed, and the latest reading of it. */
export interface LiveState {
  readonly text: string;
  readonly lines: readonly DetailLine[];
  /** Why there is no reading. */
  readonly message: string | undefined;
  readonly isWaiting: boolean;
}

/** The line that is typed, and its reading below. */
export function LivePhrase({
  state: {text, lines, message, isWaiting},
  width,
  height,
  hasColor,
}: {
  readonly state: LiveState;
  readonly width: number;
  readonly height: number;
  readonly hasColor: boolean;
}) {
  const hint = `Enter prints, Esc leaves${isWaiting ? ', reading…' : ''}`;
  return (
    <Box flexDirection="column">
      <Text>{`Date phrase: ${text}_`}</Text>
      {message === undefined ? (
        <Detail lines={lines.slice(0, Math.max(0, height - 4))} width={width} hasColor={hasColor} />
      ) : (
        <Text>{paint(message, 'bad', hasColor)}</Text>
      )}
      <Text wrap="truncate">{paint(hint, 'dim', hasColor)}</Text>
    </Box>
  );
}
