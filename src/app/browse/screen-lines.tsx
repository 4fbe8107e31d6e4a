import {Box, Text} from 'ink';

/** Lines of the screen, one below the other; each is cut where it is too wide. */
export function ScreenLines({lines}: {readonly lines: readonly string[]}) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its place on the screen
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
