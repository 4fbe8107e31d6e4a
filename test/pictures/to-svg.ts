import type {IBufferCell, Terminal} from '@xterm/headless';

const cellWidth = 8.4;
const lineHeight = 19;
const margin = 16;

/** The terminal's own palette, for a dark and for a light background. */
const themes = {
  dark: {background: '#0d1117', text: '#e6edf3', colors: {1: '#ff7b72', 2: '#7ee787', 3: '#e3b341'}},
  light: {background: '#ffffff', text: '#1f2328', colors: {1: '#cf222e', 2: '#116329', 3: '#7d4e00'}},
} as const;

function styleOf({background, text, colors}: (typeof themes)[keyof typeof themes]): string {
  const classes = Object.entries(colors).map(([color, value]) => `.c${color} {fill: ${value}}`);
  return [`.back {fill: ${background}}`, `text {fill: ${text}}`, ...classes].join(' ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function classOf(cell: IBufferCell): string {
  return [
    cell.isBold() ? 'bold' : '',
    cell.isDim() ? 'dim' : '',
    cell.isUnderline() ? 'underline' : '',
    cell.isFgPalette() ? `c${cell.getFgColor()}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Adjacent cells of the same style. */
interface Run {
  readonly column: number;
  readonly look: string;
  text: string;
  width: number;
}

function runsOf(terminal: Terminal, row: number): readonly Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const look = classOf(cell);
    const last = runs.at(-1);
    // A wide character gets its own run, so that the next one keeps its column in any font.
    if (last && last.look === look && cell.getWidth() === 1 && last.width === Array.from(last.text).length) {
      last.text += cell.getChars() || ' ';
      last.width += 1;
    } else runs.push({column, look, text: cell.getChars() || ' ', width: cell.getWidth()});
  }
  return runs.flatMap(splitAtGaps);
}

/** Splits at runs of blanks, because some SVG viewers collapse them. */
function splitAtGaps({column, look, text, width}: Run): readonly Run[] {
  return Array.from(text.matchAll(/\S+(?: \S+)*/g), ({0: words, index}) => ({
    column: column + index,
    look,
    text: words,
    width,
  }));
}

/** Renders the first lines of a terminal, readable on dark and light pages. */
export function toSvg(terminal: Terminal, rows: number): string {
  const width = Math.ceil(terminal.cols * cellWidth + 2 * margin);
  const height = rows * lineHeight + 2 * margin;
  const lines = Array.from({length: rows}, (_, row) =>
    runsOf(terminal, row).map(({column, look, text}) => {
      const x = (margin + column * cellWidth).toFixed(1);
      const y = margin + row * lineHeight + 14;
      return `<text x="${x}" y="${y}"${look === '' ? '' : ` class="${look}"`}>${escape(text)}</text>`;
    }),
  ).flat();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<style>',
    styleOf(themes.light),
    `@media (prefers-color-scheme: dark) {${styleOf(themes.dark)}}`,
    'text {font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre}',
    '.bold {font-weight: bold} .dim {opacity: 0.65} .underline {text-decoration: underline}',
    '</style>',
    `<rect class="back" width="${width}" height="${height}" rx="8"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
