import type {OutputSettings} from '../output/format.js';
import {mapStream} from '../output/map-stream.js';
import {toPrintable, toVisibleJson} from '../output/printable.js';

/** At a terminal, escapes invisible characters in JSON and in the strings of `--raw`. */
export function makeJsonVisible(settings: OutputSettings): OutputSettings {
  const {format, stdout} = settings;
  if (format.isRaw && stdout.isTerminal) return {...settings, stdout: mapStream(stdout, toPrintableLines)};
  return format.isJson && stdout.isTerminal ? {...settings, stdout: mapStream(stdout, toVisibleJson)} : settings;
}

/** Escapes what could control a terminal in each line, and keeps the line breaks. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n');
}
