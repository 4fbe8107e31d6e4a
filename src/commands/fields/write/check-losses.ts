import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {only} from '../../../base/catch-errors.js';
import {BizctlError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';
import type {HttpClient} from '../../../http/http-client.js';
import {hasValue, type SentUpdate, type SideEffect} from '../../../plan/find-side-effects.js';
import {describeCleared} from '../show/describe-cleared.js';
import {isBehind} from './check-written.js';

/** An update whose reply shows members without a value that it did not send. */
interface SuspectedLoss {
  /** The field in messages. */
  readonly label: string;
  readonly update: SentUpdate;
  readonly effect: SideEffect;
}

/**
 * Members that updates cleared as a side effect, by field. A reply may show only part of a field, so the list decides;
 * if it lags behind or cannot be read, a loss is neither confirmed nor refuted.
 */
export interface LossCheck {
  readonly add: (label: string, update: SentUpdate, sideEffects: readonly SideEffect[]) => void;
  /** Looks in the list whether the members are gone. */
  readonly confirm: () => Promise<void>;
  /** Members that have their values, by the id of the field. */
  readonly refuted: () => ReadonlyMap<string, readonly string[]>;
  /** Warns of all members that are not refuted. */
  readonly warn: () => Promise<void>;
  /** Says which members are gone. */
  readonly describe: () => readonly string[];
  readonly isNeeded: () => boolean;
}

export function createLossCheck({http, reporter}: Pick<ApiContext, 'http' | 'reporter'>): LossCheck {
  const suspected: SuspectedLoss[] = [];
  let found: ReadonlyMap<string, CustomField> = new Map();
  const select = ({id, lost}: SideEffect, isGone: boolean) => {
    const now = found.get(id);
    return now === undefined ? [] : lost.filter(member => hasValue(now[member]) !== isGone);
  };
  const refuted = () => new Map(suspected.map(({effect}) => [effect.id, select(effect, false)]));
  return {
    add: (label, update, sideEffects) =>
      suspected.push(...sideEffects.filter(({lost}) => lost.length > 0).map(effect => ({label, update, effect}))),
    confirm: async () => {
      if (suspected.length > 0) found = await findUpdated(http, suspected);
    },
    refuted,
    warn: async () => {
      const kept = refuted();
      for (const {label, effect} of suspected) {
        const left = effect.lost.filter(member => !kept.get(effect.id)?.includes(member));
        if (left.length > 0)
          await reporter.warn(`${label}: the API also changed members that were not sent: ${left.join(', ')}`);
      }
    },
    describe: () => describeCleared(suspected.map(({effect}) => ({...effect, lost: select(effect, true)}))),
    isNeeded: () => suspected.length > 0,
  };
}

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
  const isSettled = () => suspected.every(({effect}) => found.has(effect.id));
  // The updates have succeeded, whatever keeps the list from being read.
  await pollUntil(http.settings, read, isSettled).catch(only(BizctlError, () => {}));
  return found;
}
