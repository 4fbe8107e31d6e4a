import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import {BizctlError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';
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
  let found = new Map<string, CustomField>();
  const read = async () => {
    const listed = new Map((await readAllFields(http)).map(field => [field.id, field]));
    found = new Map(
      suspected.flatMap(({update: {id, body = {}, before}}) => {
        const now = listed.get(id);
        return id === undefined || !now || isBehind(now, body, before) ? [] : [[id, now] as const];
      }),
    );
  };
  try {
    await pollUntil(http.settings, read, () => suspected.every(({effect}) => found.has(effect.id)));
  } catch (error) {
    // The updates have succeeded, whatever keeps the list from being read.
    if (!(error instanceof BizctlError)) throw error;
  }
  return found;
}
