import type {Renderer} from '../format.js';
import {toMachineValue} from '../machine-value.js';
import {toYaml} from '../to-yaml.js';

/** YAML 1.2. A list ends with `...` only when it is complete. */
export const yaml: Renderer = {
  openList: async (view, {stdout, columns}) => {
    let isEmpty = true;
    return {
      write: async rows => {
        if (rows.length === 0) return;
        isEmpty = false;
        await stdout.write(rows.map(row => toYaml([toMachineValue(view, row, columns)])).join(''));
      },
      close: async isComplete => {
        if (isComplete) await stdout.write(isEmpty ? '[]\n...\n' : '...\n');
      },
    };
  },
  writeDetail: (view, thing, {stdout, columns}) => stdout.write(toYaml(toMachineValue(view, thing, columns))),
};
