import {Box, renderToString, Text} from 'ink';
import stringWidth from 'string-width';
import type {OpenPager, OutputStream} from '../../base/output-stream.js';
import {flattenLines, type Row} from '../detail-rows.js';
import {paint, paintSpans} from '../theme.js';
import type {Line} from '../view.js';

const indent = 2;

/** A label beside its value, or above it where it is too long for its column. */
function DetailRow({
  row: {label, depth, value},
  labelWidth,
  hasColor,
}: {
  readonly row: Row;
  readonly labelWidth: number;
  readonly hasColor: boolean;
}) {
  const shownLabel = <Text>{paint(label, value.length === 0 ? 'strong' : 'dim', hasColor)}</Text>;
  const shownValue = <Text>{paintSpans(value, hasColor)}</Text>;
  if (value.length === 0 || stringWidth(label) + depth * indent + 2 > labelWidth)
    return (
      <Box flexDirection="column" paddingLeft={depth * indent}>
        {shownLabel}
        {value.length > 0 && <Box paddingLeft={2 * indent}>{shownValue}</Box>}
      </Box>
    );
  return (
    <Box paddingLeft={depth * indent}>
      <Box width={labelWidth - depth * indent} flexShrink={0} paddingRight={2}>
        {shownLabel}
      </Box>
      {shownValue}
    </Box>
  );
}

/** Labels in one column, values wrapped in the other. */
function Detail({
  rows,
  labelWidth,
  hasColor,
}: {
  readonly rows: readonly Row[];
  readonly labelWidth: number;
  readonly hasColor: boolean;
}) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows never change: this is drawn once
        <DetailRow key={index} row={row} labelWidth={labelWidth} hasColor={hasColor} />
      ))}
    </Box>
  );
}

interface DetailSettings {
  readonly stdout: OutputStream;
  readonly openPager: OpenPager | undefined;
}

/** The thing in full at a terminal: long values wrap under themselves, nothing is cut. */
export async function writeTerminalDetail({stdout, openPager}: DetailSettings, lines: readonly Line[]): Promise<void> {
  const rows = flattenLines(lines);
  const widest = Math.max(0, ...rows.map(({label, depth}) => stringWidth(label) + depth * indent)) + 2;
  const labelWidth = Math.min(widest, Math.max(12, Math.floor(stdout.columns / 2)));
  const detail = <Detail rows={rows} labelWidth={labelWidth} hasColor={stdout.hasColor} />;
  const text = `${renderToString(detail, {columns: stdout.columns})}\n`;
  const pager = text.split('\n').length > stdout.rows ? await openPager?.() : undefined;
  if (!pager) return stdout.write(text);
  try {
    await pager.write(text);
  } finally {
    await pager.close();
  }
}
