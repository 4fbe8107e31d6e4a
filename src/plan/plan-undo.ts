import {describeDifferences, isSupersetOf} from '../api/differences.js';
import type {CustomField} from '../api/schemas.js';
import {isArray, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import {pickDocumented} from './documented.js';
import type {Run} from './journal.js';
import type {Permissions} from './plan.js';
import type {SavedPlan} from './plan-document.js';

/** What is wanted to be back as it was before a run, what that may do, and what cannot come back. */
export interface Undo {
  readonly fields: readonly DesiredField[];
  readonly permissions: Permissions;
  readonly warnings: readonly string[];
  /** What the run did and is not taken back, with the reason. */
  readonly left: readonly string[];
}

/** What the run has left behind. */
interface Past {
  readonly run: Run;
  readonly saved: SavedPlan;
  readonly current: readonly CustomField[];
}

/** How one change of the run is taken back. */
type Step =
  | {readonly field: DesiredField}
  | {readonly unwanted: string}
  | {readonly warning: string}
  | {readonly left: string};

function isDone({writes}: Run, action: string, name: string, id: string | undefined): boolean {
  return writes.some(
    write =>
      write.action === action &&
      write.name === name &&
      write.state !== 'failed' &&
      (action === 'create' || write.id === id),
  );
}

function toDesiredField(name: string, id: string | undefined, members: JsonObject): DesiredField {
  return {name, id, isProtected: false, isExact: true, flaws: [], members, where: () => `before the run, ${name}`};
}

/**
 * Takes back what was created: the field that the run has made, or that came of a create whose answer was lost. One that is not as it was sent may
 * be someone else's.
 */
function undoCreate({run, saved, current}: Past, name: string, body: JsonObject): readonly Step[] {
  const write = run.writes.find(each => each.action === 'create' && each.name === name && each.state !== 'failed');
  if (!write) return [];
  const named = current.filter(field => field.name === name);
  const created =
    write.id === undefined && named.length === 1 ? named[0] : current.find(field => field.id === write.id);
  const id = created?.id;
  if (created === undefined || id === undefined) return [];
  if (write.state === 'open' && describeDifferences(body, created) !== undefined)
    return [
      {
        left: `${JSON.stringify(name)} differs from what the run would have created; it may be someone else's and is left alone`,
      },
    ];
  return saved.desired.some(field => field.isProtected && field.name === name)
    ? [{left: `${JSON.stringify(name)} is protected and is left alone`}]
    : [{unwanted: id}];
}

/** Takes back what was changed, member by member, where nobody has changed it since. */
function undoUpdate({current}: Past, name: string, was: JsonObject, sent: JsonObject): readonly Step[] {
  const now = current.find(field => field.id === was['id']);
  if (!now) return [{left: `${JSON.stringify(name)} no longer exists and cannot be restored`}];
  const shown = Object.entries(sent).filter(([member]) => member !== 'hint');
  const own = shown.filter(([member, value]) => isSupersetOf(now[member], value));
  const later = shown.filter(entry => !own.includes(entry)).map(([member]) => member);
  const members = Object.fromEntries(
    own.map(([member, value]) => {
      const reverted = revert(now[member], value, was[member]) ?? null;
      return [member, listsWithIds.has(member) ? dropStaleIds(reverted, new Set(listIds(now[member]))) : reverted];
    }),
  );
  return [
    ...(own.length > 0 ? [{field: toDesiredField(name, stringOf(was['id']), members)}] : []),
    ...(later.length > 0
      ? [{left: `${JSON.stringify(name)}: ${later.join(', ')} was changed by someone else since and is left alone`}]
      : []),
  ];
}

/** `now` with what was sent set back to `was`; what others have changed beside it stays. `undefined` where there was nothing. */
function revert(now: Json | undefined, sent: Json | undefined, was: Json | undefined): Json | undefined {
  if (!isObject(now) || !isObject(sent) || !isObject(was)) return was;
  const reverted = Object.keys(sent).map((member): [string, Json | undefined] => [
    member,
    revert(now[member], sent[member], was[member]),
  ]);
  const merged: [string, Json | undefined][] = Object.entries({...now, ...Object.fromEntries(reverted)});
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Members in whose lists an API may give ids to the elements. Other members hold values of any form. */
const listsWithIds: ReadonlySet<string> = new Set(['options', 'validators']);

/** The ids at any depth, as JSON. */
function listIds(value: Json | undefined): readonly string[] {
  if (isArray(value)) return value.flatMap(listIds);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => (member === 'id' ? JSON.stringify(inner) : listIds(inner)));
}

/** The value without ids in its lists that no longer exist. Those of choices are left for `adoptOptions`, which knows what refers to them. */
function dropStaleIds(value: Json, current: ReadonlySet<string>): Json {
  if (isArray(value))
    return value.map(element => {
      const kept = dropStaleIds(element, current);
      if (!isObject(kept) || kept['id'] === undefined || current.has(JSON.stringify(kept['id']))) return kept;
      const {id: _stale, ...members} = kept;
      return members;
    });
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner = null]) => [
      member,
      member === 'options' ? inner : dropStaleIds(inner, current),
    ]),
  );
}

function undoDelete(name: string, was: JsonObject): readonly Step[] {
  const {id: _gone, ...members} = pickDocumented(was).field;
  const warning = `${JSON.stringify(name)} is recreated with a new id and without its stored values`;
  return [{field: toDesiredField(name, undefined, members)}, {warning}];
}

/**
 * The way back from a run: what it created goes, what it changed is as it was, and what it deleted comes again, under a new id and without the
 * values that were stored in it.
 *
 * @param saved the run's plan
 * @param current all fields of the tenant, as they are now
 */
export function planUndo(run: Run, saved: SavedPlan, current: readonly CustomField[]): Undo {
  const past = {run, saved, current};
  const steps = saved.changes.flatMap((change): readonly Step[] => {
    const name = stringOf(change['name']) ?? '';
    const id = stringOf(change['id']);
    const was = run.before.find(field => field['id'] === id);
    if (change['action'] === 'create') return undoCreate(past, name, objectOf(change['body']) ?? {});
    if (!was) return [];
    if (change['action'] === 'update')
      return isObject(change['body']) && isDone(run, 'update', name, id)
        ? undoUpdate(past, name, was, change['body'])
        : [];
    // What was deleted before the run was cut off, and is there all the same, was not deleted.
    return isDone(run, 'delete', name, id) && current.every(field => field.id !== id) ? undoDelete(name, was) : [];
  });
  const replaced = saved.changes.filter(({action}) => action === 'replace').map(({name}) => stringOf(name) ?? '');
  const fields = steps.flatMap(step => ('field' in step ? [step.field] : []));
  return {
    fields,
    permissions: {
      isPruning: false,
      replaceable: new Set(replaced.filter(name => fields.some(field => field.name === name))),
      unwanted: new Set(steps.flatMap(step => ('unwanted' in step ? [step.unwanted] : []))),
    },
    warnings: steps.flatMap(step => ('warning' in step ? [step.warning] : [])),
    left: steps.flatMap(step => ('left' in step ? [step.left] : [])),
  };
}
