import type {JsonObject} from '../json/json.js';
import {seedDeals} from './seed-deals.js';

/** A resource that the sandbox only lists, at `/v2/NOUN`. */
interface ListedResource {
  readonly kind: string;
  /** The plural: also the member of the reply that has the rows. */
  readonly noun: string;
  /** The name of the reply in the OpenAPI document. */
  readonly schema: string;
  /** The first row has every member that can be filtered and ordered by. */
  readonly seed: readonly JsonObject[];
}

export const listedResources = [
  {kind: 'deal', noun: 'deals', schema: 'DealList', seed: seedDeals},
] as const satisfies readonly ListedResource[];
