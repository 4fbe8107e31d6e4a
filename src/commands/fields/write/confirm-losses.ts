import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import {BizctlError} from '../../../base/errors.js';
import type {HttpClient} from '../../../http/http-client.js';
import {hasValue, type SentUpdate, type SideEffect} from '../../../plan/find-side-effects.js';
import {isBehind} from './check-written.js';

/** An update whose reply shows members without a value that it did not send. */
export interface SuspectedLoss {
  /** What messages call the field. */
  readonly label: string;
  readonly update: SentUpdate;
  readonly effect: SideEffect;
}

export interface CheckedLosses {
  /** The members that are gone. */
  readonly confirmed: readonly SideEffect[];
  /** Members that have their values, by the id of the field. */
  readonly refuted: ReadonlyMap<string, readonly string[]>;
}

/**
 * Looks in the list whether members are gone: the reply of an API may show only a part of a field. What the list does
 * not tell, as it lags behind the update or cannot be read, is neither confirmed nor refuted.
 */
export async function confirmLosses(http: HttpClient, suspected: readonly SuspectedLoss[]): Promise<CheckedLosses> {
  const found = suspected.length === 0 ? new Map<string, CustomField>() : await findUpdated(http, suspected);
  const checked = suspected.flatMap(({effect}) => {
    const now = found.get(effect.id);
    return now ? [{effect, isGone: (member: string) => !hasValue(now[member])}] : [];
  });
  return {
    confirmed: checked.map(({effect, isGone}) => ({...effect, lost: effect.lost.filter(isGone)})),
    refuted: new Map(
      checked.map(({effect, isGone}) => [effect.id, effect.lost.filter(member => !isGone(member))] as const),
    ),
  };
}

/** The listed fields that show their updates, by id. */
async function findUpdated(
  http: HttpClient,
  suspected: readonly SuspectedLoss[],
): Promise<ReadonlyMap<string, CustomField>> {
  const {timing, signal} = http.settings;
  let found = new Map<string, CustomField>();
  try {
    for (const wait of [0, ...timing.pollMs]) {
      if (wait > 0) await timing.sleep(wait, signal);
      const listed = new Map((await readAllFields(http)).map(field => [field.id, field]));
      found = new Map(
        suspected.flatMap(({update: {id, body = {}, before}}) => {
          const now = listed.get(id);
          return id === undefined || !now || isBehind(now, body, before) ? [] : [[id, now] as const];
        }),
      );
      if (suspected.every(({effect}) => found.has(effect.id))) break;
    }
  } catch (error) {
    // The updates have succeeded, whatever keeps the list from being read.
    if (!(error instanceof BizctlError)) throw error;
  }
  return found;
}
