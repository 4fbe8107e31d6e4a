import type {ApiContext} from '../../../app/api-context.js';

/** True if `--quiet` leaves just the ids of what was written; machine formats and chosen columns stay as they are. */
export function printsIds({options, format}: ApiContext): boolean {
  return options.quiet === true && !format.isMachine && options.columns === undefined;
}
