import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Written} from '../../../app/execute-write.js';
import {openJournal, removeOldRuns} from '../../../app/run-store.js';
import {findError} from '../../../base/catch-errors.js';
import {BizctlError, LocalError} from '../../../base/errors.js';
import type {JournalEntry, RecordedEffect} from '../../../plan/journal-entry.js';
import type {Change} from '../../../plan/plan.js';
import {findRecordedEffects} from '../../../plan/recorded-effects.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {beginJournal} from '../runs/begin-journal.js';
import {createTimedId} from '../runs/create-timed-id.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import {journalStep} from '../runs/journal-step.js';
import {isBehind} from './check-written.js';
import type {FieldOutcome, FieldWrite} from './field-write.js';
import {listChanges} from './list-changes.js';

/** The journal of one command that writes fields, from which `fields undo` reverts it. */
export interface WriteJournal {
  /** The id of the run; `undefined` if it cannot be recorded. */
  readonly run: string | undefined;
  /** Sends a write once its intent is on disk, and records how it ended. */
  readonly record: (write: FieldWrite, send: () => Promise<Written<FieldOutcome>>) => Promise<Written<FieldOutcome>>;
  /**
   * @param error what ended the run, if it failed
   * @param refuted members that replies showed cleared and that are not, by the id of the field
   */
  readonly close: (error: unknown, refuted?: ReadonlyMap<string, readonly string[]>) => Promise<void>;
}

const unrecorded: WriteJournal = {run: undefined, record: (_write, send) => send(), close: async () => {}};

export interface JournalOptions {
  /** The command in the list of runs: `create`. */
  readonly command: string;
  /** Fields that identify the tenant after its token is rotated. */
  readonly seen?: readonly CustomField[] | undefined;
  /** True if nothing is sent unless it can be recorded (`--journal`). */
  readonly journal?: true | undefined;
}

function toPlanned(
  context: ApiContext,
  run: string,
  changes: readonly Change[],
  current: readonly CustomField[],
): Omit<TenantPlan, 'replaced'> {
  return {
    plan: {
      changes,
      unchanged: 0,
      unchangedWithWriteOnly: [],
      undeclared: [],
      kept: [],
      refusals: [],
      warnings: [],
      withoutDefault: [],
    },
    meta: {
      id: run,
      created_at: context.now().toISOString(),
      tenant: identifyTenant(context),
      permissions: {isPruning: false, replaceable: new Set()},
    },
    desired: {fields: [], tenant: undefined},
    current,
  };
}

/**
 * Starts the journal of the writes of a command, such as `update`. If that fails, a warning says so and the writes are
 * sent: unlike an apply, they are not resumed from it. Once it has begun, no write is sent without a record of it, as
 * an undo would not know of it.
 *
 * @throws LocalError if it cannot be started, but is required
 */
export async function openWriteJournal(
  context: ApiContext,
  writes: readonly FieldWrite[],
  {command, seen, journal: isRequired}: JournalOptions,
): Promise<WriteJournal> {
  const sent = writes.filter(write => write.action !== 'none');
  const changes = new Map<FieldWrite, Change>(listChanges(sent));
  // An in-memory sandbox ends with this process, and there is nothing to undo.
  if (changes.size === 0 || context.options.sandbox === ':memory:') return unrecorded;
  const run = createTimedId(context);
  const at = () => context.now().toISOString();
  const attempt = async <Value>(work: () => Promise<Value>, problem: string): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LocalError)) throw error;
      await context.reporter.warnOnce(`${error.message}; ${problem}`);
      return undefined;
    }
  };
  const before = sent.flatMap(write => (write.action !== 'create' && write.before ? [write.before] : []));
  const planned = toPlanned(context, run, [...changes.values()], [...before, ...(seen ?? [])]);
  const single = {command, unread: command === 'create' && seen === undefined ? (true as const) : undefined};
  const open = async () => {
    await removeOldRuns(context);
    const opened = await openJournal(context, run);
    try {
      await beginJournal(opened, planned, single);
      return opened;
    } catch (error) {
      await findError(opened.close());
      throw error;
    }
  };
  const journal = await (isRequired ? open() : attempt(open, 'fields undo cannot undo these writes'));
  if (!journal) return unrecorded;
  const effects: RecordedEffect[] = [];
  const unfinished = 'fields undo has no record of how some of these writes ended';
  const append = (entry: JournalEntry) => {
    const work = () => journal.append(entry);
    return entry.event === 'intent' ? work() : attempt(work, unfinished);
  };

  return {
    run,
    record: async (write, send) => {
      const change = changes.get(write);
      if (!change) return send();
      const {written} = await journalStep({...journal, append, at}, change, change.action, async () => {
        const sent = await send();
        return {written: sent, field: sent.row.field};
      });
      const {field, sideEffects} = written.row;
      if (write.action === 'update') {
        const isUnread = sideEffects === undefined || isBehind(field, write.body, write.before);
        const found = sideEffects ? findRecordedEffects([write], [field], new Set(isUnread ? [write.id] : [])) : [];
        if (isUnread) effects.push({id: write.id, lost: [], changed: [], stored: {}, ...found[0], isUnread});
        else effects.push(...found);
      }
      return written;
    },
    close: async (error, refuted) => {
      const proven = effects.map(({id, lost, ...effect}) => {
        const kept = refuted?.get(id) ?? [];
        return {...effect, id, lost: lost.filter(member => !kept.includes(member))};
      });
      if (error === undefined) await append({event: 'end', at: at(), outcome: 'done', effects: proven});
      else if (error instanceof BizctlError)
        await append({event: 'end', at: at(), outcome: error.code, effects: proven});
      await attempt(journal.close, unfinished);
    },
  };
}
