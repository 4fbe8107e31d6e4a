import {setImmediate} from 'node:timers/promises';
import {requireId} from '../../../api/fields.js';
import type {Page} from '../../../api/page.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {WriteBatch} from '../../../app/execute-write.js';
import {describeFirst, listFirst} from '../../../base/and-more.js';
import {BizctlError, GuardError, IncompleteError, InterruptedError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';
import {adviseOnPartial, describePartialChoices} from '../../../plan/partial-choices.js';
import {createLookalikeFinder} from '../../../plan/similar-names.js';
import {adviseToRestoreMembers} from '../show/describe-cleared.js';
import {printsIds, showIds} from '../show/show-ids.js';
import {createLossCheck, type LossCheck} from './check-losses.js';
import {createFieldCreator} from './create-field.js';
import {executeWrites} from './execute-writes.js';
import {type FieldOutcome, type FieldWrite, type PreparedWrite, previewRemarks} from './field-write.js';
import {createLossGuard} from './guard-losses.js';
import {listRequests, requestView, toRequest} from './request-view.js';
import {sendWrite} from './send-write.js';
import {whileLocked} from './while-locked.js';
import {type JournalOptions, openWriteJournal} from './write-journal.js';

export interface WriteOptions extends Pick<JournalOptions, 'journal'> {
  readonly concurrency: number;
  readonly dryRun?: true | undefined;
}

export interface PreparedWrites extends Pick<JournalOptions, 'seen'> {
  readonly writes: readonly PreparedWrite[];
}

/** The writes of one command. */
export interface FieldWrites
  extends WriteOptions,
    Pick<JournalOptions, 'command'>,
    Pick<WriteBatch<never, never>, 'hintOnUnknown'> {
  /** The participle in its summary: `created`. */
  readonly verb: string;
  /** Decides the writes, while no other command on this machine writes the fields of the tenant. */
  readonly prepare: () => Promise<PreparedWrites>;
  /** Shows the outcomes, in the order of the writes. */
  readonly show: (pages: AsyncIterable<Page<FieldOutcome>>) => Promise<void>;
}

/**
 * Prepares the writes and sends them, recording each in the journal; with `dryRun`, shows the requests instead.
 *
 * @throws as executeWrites does; IncompleteError if the API has created a field under another name, or cleared members
 * that were not sent
 */
export async function executeFieldWrites(context: ApiContext, given: FieldWrites): Promise<void> {
  const {verb, prepare, concurrency, dryRun, hintOnUnknown} = given;
  await whileLocked(context, given, async () => {
    const {writes, seen} = await prepare();
    const batch = {
      noun: 'custom fields',
      verb,
      inputs: writes,
      concurrency,
      hintOnUnknown,
      nameOf: ({label}: PreparedWrite) => label,
    };
    await (dryRun ? previewWrites(context, batch) : sendWrites(context, batch, {...given, seen}));
  });
}

type FieldBatch = Omit<WriteBatch<PreparedWrite, never>, 'write' | 'show'>;

/** Shows the requests that the writes would send. */
async function previewWrites(context: ApiContext, batch: FieldBatch): Promise<void> {
  const unchanged: string[] = [];
  try {
    await executeWrites(context, {
      ...batch,
      isDryRun: true,
      write: async input => {
        await setImmediate();
        const decision = requireDecision(input);
        const row = toRequest(decision);
        if (!row) unchanged.push(input.label);
        return {row, ...previewRemarks(decision)};
      },
      show: pages => context.showEach(requestView, listRequests(pages)),
    });
  } finally {
    if (unchanged.length > 0) await context.reporter.note(`nothing to send for ${listFirst(unchanged, 5)}`);
    await context.reporter.note('dry run: no write was sent');
  }
}

async function sendWrites(context: ApiContext, batch: FieldBatch, given: FieldWrites & JournalOptions): Promise<void> {
  const decided = batch.inputs.flatMap(({decision}) => (decision instanceof BizctlError ? [] : [decision]));
  const journal = await openWriteJournal(context, decided, given);
  const losses = createLossCheck(context);
  const guard = createLossGuard(context);
  const create = createFieldCreator();
  const renamed: string[] = [];
  let ended: unknown;
  let hasSent = false;
  try {
    await executeWrites(context, {
      ...batch,
      write: async input => {
        const decision = requireDecision(input);
        if (decision.action !== 'none') await guard.pass();
        const written = await journal.record(decision, () => sendWrite(context.http, decision, create));
        hasSent ||= decision.action !== 'none';
        if (decision.action === 'create') renamed.push(...describeRename(decision.body, written.row.field));
        if (decision.action === 'update') {
          guard.watch(decision, written.row.field);
          losses.add(input.label, decision, written.row.sideEffects ?? []);
        }
        return written;
      },
      show: pages => (printsIds(context) ? showIds(context, pages, ({field}) => requireId(field)) : given.show(pages)),
    });
  } catch (error) {
    ended = error;
    throw guard.withAdvice(error, journal.run);
  } finally {
    await losses.confirm();
    await journal.close(ended, losses.refuted());
    await losses.warn();
    if (hasSent && losses.describe().length === 0 && decided.some(canBeUndone))
      await noteUndo(context, decided, journal.run);
  }
  if (renamed.length > 0)
    throw new IncompleteError(`the API created ${renamed.join(', ')}`, {
      hint: 'Use the names that the API assigned; otherwise running the command again creates these fields a second time.',
    });
  requireNoLoss(context.signal, losses, `${decided.length === 1 ? 'the write' : 'all writes'} succeeded`, journal.run);
}

/** At a terminal, says how to undo the writes. */
async function noteUndo(
  {prompts, reporter}: ApiContext,
  writes: readonly FieldWrite[],
  run: string | undefined,
): Promise<void> {
  if (run === undefined || prompts === undefined) return;
  const isDeletion = writes.every(({action}) => action === 'delete');
  const what = isDeletion ? 'recreate what was deleted (without stored values)' : 'undo this';
  await reporter.note(suggest => `to ${what}, run: ${suggest('fields', 'undo', run)}`);
}

/**
 * @throws IncompleteError if members are gone; InterruptedError if an interruption may have kept that from being seen
 */
function requireNoLoss(signal: AbortSignal, losses: LossCheck, succeeded: string, run: string | undefined): void {
  const reason: unknown = signal.reason;
  if (losses.isNeeded() && reason instanceof InterruptedError)
    throw new InterruptedError(reason.exitCode, `${reason.message}; ${succeeded}`);
  const loss = describeFirst(losses.describe());
  if (loss === undefined) return;
  throw new IncompleteError(`${succeeded}, but ${loss}`, {
    hint: adviseToRestoreMembers(run),
  });
}

/**
 * True for a write that `fields undo` can take back: it needs the field as it was before. After one that marks it as
 * deleted, lists may leave the field out; its own note says how to undo it.
 */
function canBeUndone(write: FieldWrite): boolean {
  if (write.action === 'none') return false;
  if (write.action === 'create') return true;
  return write.before !== undefined && !(write.action === 'update' && write.body['deleted'] === true);
}

/** Names a field that the API has created under a name that the next run would not recognize. */
function describeRename(body: JsonObject, field: CustomField): readonly string[] {
  const {name} = body;
  if (typeof name !== 'string' || typeof field.name !== 'string') return [];
  if (createLookalikeFinder([field], [name])(name, body).length > 0) return [];
  return [`${JSON.stringify(name)} as ${JSON.stringify(field.name)}`];
}

/** @throws the reason why it is refused, if it is */
function requireDecision({decision}: PreparedWrite): FieldWrite {
  if (decision instanceof BizctlError) throw decision;
  const partial = decision.action === 'update' ? describePartialChoices(decision.body, decision.before) : undefined;
  if (partial !== undefined) throw new GuardError(partial, adviseOnPartial);
  return decision;
}
