import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {cutText} from '../../output/cut-text.js';
import type {DetailLine} from '../../output/detail-lines.js';
import {Detail} from '../../output/ink/detail.js';
import type {ScreenSize} from '../../output/ink/open-screen.js';
import {Table} from '../../output/ink/table.js';
import {paint} from '../../output/theme.js';
import type {Style} from '../../output/view.js';
import {widthOf} from '../../output/width-of.js';
import {wrapAll} from '../../output/wrap-words.js';
import {bindings} from './keys.js';
import type {BrowseLayout} from './layout.js';
import {Question} from './question.js';
import {ScreenLines} from './screen-lines.js';
import type {BrowseState} from './state.js';
import {describeCounts, describeEmptyList, describeStatus} from './status-text.js';

/** The smallest screen that is of use. */
const minSize = {columns: 40, rows: 8} as const;
/** From this width on, details are shown beside the list. */
const minWidthForBoth = 120;
/** Longer messages are cut. */
const maxStatusLines = 4;

export function hasRoomForDetail({columns}: ScreenSize): boolean {
  return columns >= minWidthForBoth;
}

/** How many rows of the list are on the screen: all lines but title, headings, search and status. */
export function countRows({rows}: ScreenSize): number {
  return Math.max(1, rows - 4);
}

interface BrowserProps {
  readonly state: BrowseState;
  readonly size: ScreenSize;
  readonly layout: BrowseLayout;
  /** Such as `Custom fields of the sandbox`. */
  readonly title: string;
  readonly noun: string;
  readonly hasColor: boolean;
  readonly hasUnicode: boolean;
}

/** The whole screen: title, list or details, search, status. */
export function Browser({state, size, layout, title, noun, hasColor, hasUnicode}: BrowserProps) {
  const {columns, rows} = size;
  if (columns < minSize.columns || rows < minSize.rows)
    return <Text wrap="truncate">{`window too small (at least ${minSize.columns} x ${minSize.rows})`}</Text>;
  const ellipsis = hasUnicode ? '…' : '~';
  const line = (text: string, style?: Style) => paint(cutText(text, columns, ellipsis), style, hasColor);
  const counts = describeCounts(state, layout.titles());
  const room = Math.max(0, columns - widthOf(counts) - 2);
  const heading = cutText(title, room, ellipsis);
  const {text, style} = describeStatus(state, columns);
  const status = wrapAll(text, columns).slice(0, maxStatusLines);
  const isSearching = state.mode.kind === 'search';
  const hasSearch = isSearching || state.search !== '';
  const height = rows - 1 - status.length - Number(hasSearch);
  return (
    <>
      <Text wrap="truncate">
        {paint(
          `${heading}${' '.repeat(Math.max(0, columns - widthOf(heading) - widthOf(counts)))}${counts}`,
          'strong',
          hasColor,
        )}
      </Text>
      <Box height={height} flexDirection="row" overflow="hidden">
        <Body
          state={state}
          layout={layout}
          noun={noun}
          hasColor={hasColor}
          hasUnicode={hasUnicode}
          width={columns}
          height={height}
        />
      </Box>
      {hasSearch && (
        <Text wrap="truncate">{line(`/${state.search}${isSearching ? (hasUnicode ? '▏' : '_') : ''}`)}</Text>
      )}
      <ScreenLines lines={status.map(each => paint(each, style, hasColor))} />
    </>
  );
}

interface BodyProps extends Omit<BrowserProps, 'title' | 'size'> {
  readonly width: number;
  readonly height: number;
}

function Body(props: BodyProps): ReactNode {
  const {state, layout, noun, hasColor, width, height} = props;
  const {mode} = state;
  if (mode.kind === 'help')
    return (
      <Lines
        lines={listKeys(Object.keys(state.forms).length > 0).flatMap(line => wrapAll(line, width))}
        top={mode.top}
        height={height}
      />
    );
  if (mode.kind === 'confirm' || mode.kind === 'ask')
    return <Question mode={mode} width={width} height={height} hasColor={hasColor} />;
  if (mode.kind === 'detail')
    return <ScrolledDetail lines={layout.detail(state)} top={mode.top} width={width} hasColor={hasColor} />;
  if (state.visible.length === 0) return <Text wrap="truncate">{describeEmptyList(state, noun)}</Text>;
  if (!state.hasDetail || width < minWidthForBoth) return <List {...props} />;
  const listWidth = Math.floor(width / 2);
  return (
    <>
      <Box width={listWidth} flexShrink={0}>
        <List {...props} width={listWidth - 2} />
      </Box>
      <ScrolledDetail lines={layout.detail(state)} top={0} width={width - listWidth} hasColor={hasColor} />
    </>
  );
}

function List({state, layout, width, height, hasColor, hasUnicode}: BodyProps) {
  const [pointer, mark] = hasUnicode ? ['❯', '●'] : ['>', '*'];
  const {visible, cursor, marked, firstColumn} = state;
  const top = layout.scrollTo(cursor, height - 1, visible.length);
  const shown = visible.slice(top, top + height - 1);
  return (
    <Table
      layout={layout.columnsFrom(state)}
      rows={shown.map(({cells}) => layout.pick(cells, firstColumn))}
      gutters={shown.map(({key}, index) => `${index + top === cursor ? pointer : ' '}${marked.has(key) ? mark : ' '}`)}
      selected={cursor - top}
      width={width}
      hasColor={hasColor}
    />
  );
}

/** Details, of which the first `top` entries are scrolled off. */
function ScrolledDetail({
  lines,
  top,
  width,
  hasColor,
}: {
  readonly lines: readonly DetailLine[];
  readonly top: number;
  readonly width: number;
  readonly hasColor: boolean;
}) {
  const first = Math.min(top, Math.max(0, lines.length - 1));
  return (
    <Box width={width} flexShrink={0} flexDirection="column">
      <Box flexShrink={0} flexDirection="column">
        <Detail lines={lines.slice(first)} width={width} hasColor={hasColor} />
      </Box>
    </Box>
  );
}

function Lines({
  lines,
  top,
  height,
}: {
  readonly lines: readonly string[];
  readonly top: number;
  readonly height: number;
}) {
  const first = Math.min(top, Math.max(0, lines.length - height));
  return <ScreenLines lines={lines.slice(first, first + height)} />;
}

function listKeys(canWrite: boolean): readonly string[] {
  const shown = bindings.filter(({writes}) => canWrite || !writes);
  return [
    'Up and Down scroll; any other key closes this help.',
    '',
    ...shown.map(({shown, help}) => `${shown.padEnd(12)}${help}`),
  ];
}
