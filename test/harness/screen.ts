import {stripVTControlCharacters} from 'node:util';
import {Terminal} from '@xterm/headless';
import {BrokenPipeError} from '../../src/base/errors.js';
import type {Disturbance, OutputStream, Pager} from '../../src/base/output-stream.js';

/** A terminal whose screen can be looked at. */
export interface Screen {
  readonly stream: OutputStream;
  /** All lines, those that scrolled off first, without the blanks at their ends and the empty ones below. */
  readonly lines: () => readonly string[];
  /** Resolves when the text stands there. */
  readonly shows: (text: string) => Promise<void>;
  /** Lays out anew what is there, as terminals do, and tells who listens. */
  readonly resize: (columns: number, rows: number) => void;
  /** The shell writes on it, and bizctl goes on. */
  readonly interrupt: (text: string) => Promise<void>;
  /** How many want to be told of another size. */
  readonly countListeners: () => number;
}

/** A pager that keeps what it gets. */
export interface SeenPager extends Pager {
  readonly lines: () => readonly string[];
  readonly countClosed: () => number;
}

/** @param isLeft true when its user leaves it at once */
export function createPager(isLeft = false): SeenPager {
  let seen = '';
  let closed = 0;
  return {
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
            for (const look of waiting) look();
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
        const look = () => {
          if (!readLines(terminal).join('\n').includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    resize: (columns, rows) => {
      terminal.resize(columns, rows);
      for (const listen of listeners) listen('resized');
    },
  };
}
