import type {ListedNoun} from '../base/resources.js';
import type {JsonObject} from '../json/json.js';
import {seedDeals} from './seed-deals.js';

/** A resource that the sandbox only lists. */
interface ListedResource {
  readonly kind: string;
  /** The member of the reply that has the rows is named like the segment of its path. */
  readonly noun: ListedNoun;
  /** The name of the reply in the OpenAPI document. */
  readonly schema: string;
  /** The first row has every member that can be filtered and ordered by. */
  readonly seed: readonly JsonObject[];
}

export const listedResources = [
  {kind: 'deal', noun: 'deals', schema: 'DealList', seed: seedDeals},
] as const satisfies readonly ListedResource[];
