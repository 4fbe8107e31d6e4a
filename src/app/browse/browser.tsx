import {Box, type DOMElement, measureElement, Text} from 'ink';
import {type ReactNode, useEffect, useRef} from 'react';
import {cutStart, cutText} from '../../output/cut-text.js';
import type {DetailLine} from '../../output/detail-lines.js';
import {Detail} from '../../output/ink/detail.js';
import type {ScreenSize} from '../../output/ink/screen-root.js';
import {Table} from '../../output/ink/table.js';
import {toPrintable} from '../../output/printable.js';
import {chooseEllipsis, paint} from '../../output/theme.js';
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

export function isTooSmall({columns, rows}: ScreenSize): boolean {
  return columns < minSize.columns || rows < minSize.rows;
}

export function hasRoomForDetail({columns}: ScreenSize): boolean {
  return columns >= minWidthForBoth;
}

/** How many rows of the list are on the screen: all lines but title, headings, search and status. */
export function countVisibleRows({rows}: ScreenSize): number {
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
  /** Reports the largest scroll offset; see Question for `undefined`. */
  readonly onMeasured: (maxTop: number | undefined) => void;
}

/** The whole screen: title, list or details, search, status. */
export function Browser(props: BrowserProps) {
  const {state, size, layout, title, hasColor, hasUnicode} = props;
  const {columns, rows} = size;
  if (isTooSmall(size)) return <Text>{`window too small (at least ${minSize.columns} x ${minSize.rows})`}</Text>;
  const counts = describeCounts(state, layout.titles());
  const room = Math.max(0, columns - widthOf(counts) - 2);
  const heading = cutText(title, room, chooseEllipsis(hasUnicode));
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
        <Body {...props} width={columns} height={height} />
      </Box>
      {hasSearch && (
        <Text wrap="truncate">
          {`/${cutStart(toPrintable(state.search), columns - 2)}${isSearching ? (hasUnicode ? '▏' : '_') : ''}`}
        </Text>
      )}
      <ScreenLines lines={status.map(each => paint(each, style, hasColor))} />
    </>
  );
}

interface BodyProps extends BrowserProps {
  readonly width: number;
  readonly height: number;
}

function Body(props: BodyProps): ReactNode {
  const {state, layout, noun, hasColor, width, height, onMeasured} = props;
  const {mode} = state;
  if (mode.kind === 'help')
    return (
      <Lines
        lines={listKeys(Object.keys(state.forms).length > 0).flatMap(line => wrapAll(line, width))}
        top={mode.top}
        {...{height, onMeasured}}
      />
    );
  if (mode.kind === 'confirm' || mode.kind === 'choose' || mode.kind === 'ask')
    return <Question {...{mode, width, height, hasColor, onMeasured}} />;
  if (mode.kind === 'detail')
    return <ScrolledDetail lines={layout.detail(state)} top={mode.top} {...{width, height, hasColor, onMeasured}} />;
  if (state.visible.length === 0) return <Text wrap="truncate">{describeEmptyList(state, noun)}</Text>;
  if (!state.hasDetail || width < minWidthForBoth) return <List {...props} />;
  const listWidth = Math.floor(width / 2);
  return (
    <>
      <Box width={listWidth} flexShrink={0}>
        <List {...props} width={listWidth - 2} />
      </Box>
      <ScrolledDetail
        lines={layout.detail(state).slice(0, height)}
        top={0}
        width={width - listWidth}
        {...{height, hasColor, onMeasured}}
      />
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
      gutters={shown.map(({key}, index) => `${index + top === cursor ? pointer : ' '}${marked.has(key) ? mark : ' '} `)}
      selected={cursor - top}
      width={width}
      hasColor={hasColor}
    />
  );
}

interface DetailProps extends Pick<BodyProps, 'width' | 'height' | 'hasColor' | 'onMeasured'> {
  readonly lines: readonly DetailLine[];
  readonly top: number;
}

/** Details whose first `top` lines are scrolled off. */
function ScrolledDetail({lines, top, width, height, hasColor, onMeasured}: DetailProps) {
  const detail = useRef<DOMElement>(null);
  useEffect(() => {
    if (detail.current) onMeasured(Math.max(0, measureElement(detail.current).height - height));
  });
  return (
    <Box width={width} height={height} flexShrink={0} flexDirection="column" overflow="hidden">
      <Box ref={detail} marginTop={-top} flexShrink={0} flexDirection="column">
        <Detail lines={lines} width={width} hasColor={hasColor} />
      </Box>
    </Box>
  );
}

interface LinesProps extends Pick<BodyProps, 'height' | 'onMeasured'> {
  readonly lines: readonly string[];
  readonly top: number;
}

function Lines({lines, top, height, onMeasured}: LinesProps) {
  const maxTop = Math.max(0, lines.length - height);
  useEffect(() => onMeasured(maxTop));
  const first = Math.min(top, maxTop);
  return <ScreenLines lines={lines.slice(first, first + height)} />;
}

function listKeys(canWrite: boolean): readonly string[] {
  const shown = bindings.filter(({writes}) => canWrite || !writes);
  return shown.map(({shown, help}) => `${shown.padEnd(12)}${help}`);
}
