import {Box, Text} from 'ink';
import {gap} from '../column-layout.js';
import type {DetailLine} from '../detail-lines.js';
import {paint, paintSpans} from '../theme.js';
import {widthOf} from '../width-of.js';
import {wrapSpans} from '../wrap-words.js';

/** In terminal cells, for each level. */
export const indent = 2;

interface RowProps {
  readonly line: DetailLine;
  readonly width: number;
  readonly labelWidth: number;
  readonly hasColor: boolean;
}

/** A label next to its value, or above it when the label is too long for its column. */
function DetailRow({line: {label, depth, mark, value}, width, labelWidth, hasColor}: RowProps) {
  const isBelow = value.length === 0 || widthOf(label) + depth * indent + gap > labelWidth;
  const shownLabel = <Text>{paint(label, value.length === 0 ? 'strong' : 'dim', hasColor)}</Text>;
  const markWidth = mark ? widthOf(mark.text) : 0;
  // Ink would start a line with the space after a full one.
  const valueWidth = Math.max(1, width - (isBelow ? (depth + 2) * indent : labelWidth) - markWidth);
  const text = <Text>{paintSpans(wrapSpans(value, valueWidth), hasColor)}</Text>;
  const shownValue = mark ? (
    <Box>
      <Box width={markWidth} flexShrink={0}>
        <Text>{paintSpans([mark], hasColor)}</Text>
      </Box>
      {text}
    </Box>
  ) : (
    text
  );
  if (isBelow)
    return (
      <Box flexDirection="column" paddingLeft={depth * indent}>
        {shownLabel}
        {value.length > 0 && <Box paddingLeft={2 * indent}>{shownValue}</Box>}
      </Box>
    );
  return (
    <Box paddingLeft={depth * indent}>
      <Box width={labelWidth - depth * indent} flexShrink={0} paddingRight={gap}>
        {shownLabel}
      </Box>
      {shownValue}
    </Box>
  );
}

export function measureLabels(lines: readonly DetailLine[], width: number): number {
  // A heading has the line to itself.
  const labels = lines.filter(({value}) => value.length > 0);
  const widest = labels.reduce((most, {label, depth}) => Math.max(most, widthOf(label) + depth * indent), 0) + gap;
  return Math.min(widest, Math.max(12, Math.floor(width / 2)));
}

interface DetailProps {
  readonly lines: readonly DetailLine[];
  /** In terminal cells. */
  readonly width: number;
  readonly labelWidth?: number;
  readonly hasColor: boolean;
}

export function Detail({lines, width, hasColor, labelWidth = measureLabels(lines, width)}: DetailProps) {
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its place on the screen
        <DetailRow key={index} line={line} width={width} labelWidth={labelWidth} hasColor={hasColor} />
      ))}
    </Box>
  );
}
