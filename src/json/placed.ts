import type {Json} from './json.js';

/** What a parser hands over: a value and where its parts stand. */
export interface Placed {
  readonly value: Json;
  /** `FILE:LINE:COLUMN` of the part at a path. */
  readonly where: (path: readonly (string | number)[]) => string;
}
