import {type CustomField, updateMembers, writeOnlyMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {describeFirst} from '../../../base/and-more.js';
import {BizctlError, GuardError, InterruptedError} from '../../../base/errors.js';
import {findSideEffects, hasValue, type SentUpdate} from '../../../plan/find-side-effects.js';
import {adviseToRestoreMembers} from '../show/describe-cleared.js';
import {createLossCheck} from './check-losses.js';

/** Keeps a batch from going on once an update has cleared members that it did not send. */
export interface LossGuard {
  /** Awaited before each write. @throws GuardError if an update of the batch has cleared members */
  readonly pass: () => Promise<void>;
  readonly watch: (update: SentUpdate, reply: CustomField) => void;
  /** Adds to the error of a batch that was stopped how to restore what was cleared, and not how to go on. */
  readonly withAdvice: (error: unknown, run: string | undefined) => unknown;
}

const hint = 'The API clears members that an update does not send. Send all members of each field.';

/** The reason of the error of a batch that was stopped. */
const stopped = 'updates clear members';

export function wasStopped({details}: BizctlError): boolean {
  return details.reason === stopped;
}

/**
 * An API may replace the whole field where the reference says that it updates members (4.4). A reply may show only part
 * of a field, so the list decides. It is read for the first suspicion only, because further replies are alike.
 */
export function createLossGuard(context: Pick<ApiContext, 'http' | 'reporter'>): LossGuard {
  const check = createLossCheck(context);
  let confirmed: Promise<void> | undefined;
  let isStopped = false;
  return {
    pass: async () => {
      if (!check.isNeeded()) return;
      confirmed ??= check.confirm();
      await confirmed;
      const loss = describeFirst(check.describe());
      if (loss === undefined) return;
      isStopped = true;
      throw new GuardError(`not sent, because ${loss}`, hint);
    },
    watch: (update, reply) => {
      const effects = findSideEffects([update], [reply]);
      if (!check.isNeeded() && effects.some(({lost}) => isWholesale(update, lost))) check.add('', update, effects);
    },
    withAdvice: (error, run) =>
      isStopped && error instanceof BizctlError && !(error instanceof InterruptedError)
        ? error.with({hint: adviseToRestoreMembers(run), reason: stopped})
        : error,
  };
}

/** True if an update cleared all members that it did not send, or several; a single one may depend on another. */
function isWholesale({body = {}, before = {}}: SentUpdate, lost: readonly string[]): boolean {
  // A list may show no more of a field that is marked as deleted.
  if (body['deleted'] === true) return false;
  const unsent = updateMembers.filter(member => !writeOnlyMembers.has(member) && !Object.hasOwn(body, member));
  return lost.length > 1 || unsent.every(member => !hasValue(before[member]) || lost.includes(member));
}
