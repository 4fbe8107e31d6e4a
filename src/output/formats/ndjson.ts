import type {Renderer} from '../format.js';
import {isPassedThrough, toMachineValue} from '../machine-value.js';
import {toJsonLine, toRawLines} from '../to-json.js';

export const ndjson: Renderer = {
  openList: async (view, {stdout, columns}) => ({
    write: rows => stdout.write(rows.map(row => toJsonLine(toMachineValue(view, row, columns))).join('')),
    writeRaw: isPassedThrough(view, columns) ? rows => stdout.write(toRawLines(rows)) : undefined,
    close: async () => {},
  }),
  writeDetail: (view, thing, {stdout, columns}) => stdout.write(toJsonLine(toMachineValue(view, thing, columns))),
};
