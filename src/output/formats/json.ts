import type {Renderer} from '../format.js';
import {isPassedThrough, toMachineValue} from '../machine-value.js';
import {toIndentedJson, toJson, toRawIndented} from '../to-json.js';

/** JSON, indented by two. The array of an incomplete list is not closed, so that it is not valid JSON. */
export const json: Renderer = {
  openList: async (view, {stdout, columns}) => {
    let opening = '[\n';
    const write = async (texts: readonly string[]) => {
      if (texts.length === 0) return;
      await stdout.write(`${opening}  ${texts.join(',\n  ')}`);
      opening = ',\n';
    };
    return {
      write: rows => write(rows.map(row => toIndentedJson(toMachineValue(view, row, columns), 2))),
      writeRaw: isPassedThrough(view, columns) ? raw => write(toRawIndented(raw, 2)) : undefined,
      close: async isComplete => {
        const isEmpty = opening === '[\n';
        if (isComplete) await stdout.write(isEmpty ? '[]\n' : '\n]\n');
        // The error is shown below.
        else if (!isEmpty && stdout.isTerminal) await stdout.write('\n');
      },
    };
  },
  writeDetail: (view, thing, {stdout, columns}) => stdout.write(toJson(toMachineValue(view, thing, columns))),
};
