import type {Json} from './json.js';

export interface Placed {
  readonly value: Json;
  /** Returns `FILE:LINE:COLUMN` of the part at a path. */
  readonly where: (path: readonly (string | number)[]) => string;
}
