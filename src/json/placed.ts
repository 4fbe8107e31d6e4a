import type {Json} from './json.js';

/** A parsed value with the locations of its parts. */
export interface Placed {
  readonly value: Json;
  /** Returns `FILE:LINE:COLUMN` of the part at a path. */
  readonly where: (path: readonly (string | number)[]) => string;
}
