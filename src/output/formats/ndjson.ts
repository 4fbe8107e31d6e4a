import type {Renderer} from '../format.js';
import {RawJsonFormatter} from '../raw-json-layout.js';
import {isPassedThrough, toMachineValue} from '../select-members.js';
import {toJsonLine} from '../to-json.js';

export const ndjson: Renderer = {
  openList: async (view, {stdout, columns}) => {
    const layout = isPassedThrough(view, columns)
      ? new RawJsonFormatter({between: '\n', after: '\n', indent: undefined})
      : undefined;
    return {
      write: rows => stdout.write(rows.map(row => toJsonLine(toMachineValue(view, row, columns))).join('')),
      writeRaw: layout && (rows => stdout.write(layout.format(rows))),
      close: async () => {},
    };
  },
  writeDetail: (view, thing, {stdout, columns}) => stdout.write(toJsonLine(toMachineValue(view, thing, columns))),
};
