import {type CustomField, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {describeFirst} from '../../../base/and-more.js';
import {GuardError} from '../../../base/errors.js';
import {findSideEffects, hasValue, type SentUpdate} from '../../../plan/find-side-effects.js';
import {createLossCheck} from './check-losses.js';

/** Keeps a batch from going on once an update has cleared members that it did not send. */
export interface LossGuard {
  /** Awaited before each write. @throws GuardError if an update of the batch has cleared members */
  readonly pass: () => Promise<void>;
  /** Looks at the reply to an update. */
  readonly watch: (update: SentUpdate, reply: CustomField) => void;
}

const hint =
  'The API seems to replace whole fields. Send all members of each field, and undo this run to restore what was cleared.';

/**
 * An API may replace the whole field where the reference says that it updates members (4.4). A reply may show only part
 * of a field, so the list decides. It is read for the first suspicion only, because further replies are alike.
 */
export function createLossGuard(context: Pick<ApiContext, 'http' | 'reporter'>): LossGuard {
  const check = createLossCheck(context);
  let confirmed: Promise<void> | undefined;
  return {
    pass: async () => {
      if (!check.isNeeded()) return;
      confirmed ??= check.confirm();
      await confirmed;
      const loss = describeFirst(check.describe());
      if (loss !== undefined) throw new GuardError(`not sent, because ${loss}`, hint);
    },
    watch: (update, reply) => {
      if (!check.isNeeded() && lacksUnsent(update, reply)) check.add('', update, findSideEffects([update], [reply]));
    },
  };
}

/** True if a field shows none of the members that an update did not send; one that depends on another may be cleared. */
function lacksUnsent({body = {}, before = {}}: SentUpdate, field: CustomField): boolean {
  return updateMembers.every(
    member => Object.hasOwn(body, member) || !hasValue(before[member]) || !hasValue(field[member]),
  );
}
