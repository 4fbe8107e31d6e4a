import {UnavailableError} from '../base/errors.js';

/** How deep a reply or an input file may be nested. The documented types are recursive, so there must be some limit. */
export const maxDepth = 100;

/** How many rows a page may have. The documented lists have far shorter pages. */
export const maxRows = 200_000;

/** Thrown for JSON that exceeds a limit. An UnavailableError, so that a reply can be reported as it is. */
export class JsonLimitError extends UnavailableError {
  /**
   * @param problem completes a sentence about the JSON: `is nested too deeply`
   * @param at the offset in the text, if it is known
   */
  constructor(
    problem: string,
    limit: number,
    unit = '',
    readonly at?: number,
  ) {
    super(`the JSON ${problem} (limit: ${limit.toLocaleString('en')}${unit && ` ${unit}`})`, {retryable: false});
  }
}

export function toDepthError(at?: number): JsonLimitError {
  return new JsonLimitError('is nested too deeply', maxDepth, 'levels', at);
}
