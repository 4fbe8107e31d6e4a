import {stripVTControlCharacters} from 'node:util';
import {Terminal} from '@xterm/headless';
import {BrokenPipeError} from '../../src/base/errors.js';
import type {Disturbance, OutputStream, Pager} from '../../src/base/output-stream.js';

/** A terminal whose screen a test can read. */
export interface Screen {
  readonly stream: OutputStream;
  /** All lines, including those scrolled off, without trailing blanks and trailing empty lines. */
  readonly lines: () => readonly string[];
  /** Resolves when the text is on the screen. */
  readonly shows: (text: string) => Promise<void>;
  /** Reflows the screen as terminals do, and notifies the listeners. */
  readonly resize: (columns: number, rows: number) => void;
  /** Simulates another program writing to the screen, as after Ctrl-Z and fg. */
  readonly interrupt: (text: string) => Promise<void>;
  /** The number of resize listeners. */
  readonly countListeners: () => number;
}

/** A pager that records its input. */
export interface SeenPager extends Pager {
  readonly lines: () => readonly string[];
  readonly countClosed: () => number;
}

/** @param isLeft true when the user quits at once */
export function createPager(isLeft = false, canScrollSideways = false): SeenPager {
  let seen = '';
  let closed = 0;
  return {
    canScrollSideways,
    write: async text => {
      if (isLeft) throw new BrokenPipeError();
      seen += text;
    },
    close: async () => {
      closed += 1;
    },
    lines: () => stripVTControlCharacters(seen).split('\n').slice(0, -1),
    countClosed: () => closed,
  };
}

function readLines(terminal: Terminal): readonly string[] {
  const {active} = terminal.buffer;
  const lines = Array.from({length: active.length}, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
  return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
}

export function createScreen(columns: number, rows: number): Screen {
  const terminal = new Terminal({cols: columns, rows, allowProposedApi: true, convertEol: true});
  const listeners = new Set<(how: Disturbance) => void>();
  const waiting = new Set<() => void>();
  return {
    stream: {
      isTerminal: true,
      isFile: false,
      get columns() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      hasColor: true,
      hasUnicode: true,
      canRedraw: true,
      write: text =>
        new Promise(resolve => {
          terminal.write(text, () => {
            resolve();
            for (const check of waiting) check();
          });
        }),
      onDisturbed: listener => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    interrupt: async text => {
      await new Promise<void>(resolve => {
        terminal.write(text, resolve);
      });
      for (const listen of listeners) listen('continued');
    },
    countListeners: () => listeners.size,
    lines: () => readLines(terminal),
    shows: text =>
      new Promise(resolve => {
        const check = () => {
          if (!readLines(terminal).join('\n').includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    resize: (columns, rows) => {
      terminal.resize(columns, rows);
      for (const listen of listeners) listen('resized');
    },
  };
}
