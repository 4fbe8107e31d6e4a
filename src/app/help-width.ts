import type {Context} from '../base/context.js';

const defaultWidth = 100;
const minWidth = 20;

/** The width of help in cells: that of the terminal, else `COLUMNS`, else 100. */
export function chooseHelpWidth({io: {stdout}, env}: Pick<Context, 'io' | 'env'>): number {
  if (stdout.isTerminal) return stdout.columns;
  const columns = Number(env['COLUMNS']);
  return columns >= minWidth ? columns : defaultWidth;
}
