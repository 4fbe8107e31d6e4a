import {isAsCreated} from '../api/compare-replies.js';
import {mergeObjects} from '../api/merge.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {type Json, type JsonObject, objectOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {adoptOptions} from './choices/adopt-options.js';
import {listChoices} from './choices/choices.js';
import {hasDefaultChoice, isSameId, titleOfDefault} from './choices/default-choice.js';
import {normalizeTitle} from './choices/match-choices.js';
import type {DesiredField} from './desired-field.js';
import {pickDocumented} from './documented.js';
import type {Run, WriteState} from './run.js';
import {createOldFinder, createUnfinishedFinder, findDeclared, listReplaced} from './unfinished-replacements.js';

/** Fields as they were before changes that may have taken their default choice. */
export interface FieldsBefore {
  readonly replaced: readonly JsonObject[];
  /** Those whose default is at another choice since an update. */
  readonly moved: readonly JsonObject[];
}

/** Adds the options that a change carries over from the old field to its declaration. */
export function withCarriedOptions(field: DesiredField, {replaced, moved}: FieldsBefore): DesiredField {
  const isOld = ({id, name}: JsonObject) => (field.id === undefined ? name === field.name : id === field.id);
  // Choices that are not declared may have been removed since an update.
  const declaresChoices = objectOf(field.members['options'])?.['groups'] !== undefined;
  const old = replaced.find(isOld) ?? (declaresChoices ? moved.find(isOld) : undefined);
  // An API sets what the reference does not name itself.
  const before = old && objectOf(pickDocumented(old).field['options']);
  const declared = field.members['options'];
  if (!before || field.isExact || declared === null) return field;
  const adopted = adoptOptions(declared ?? {}, before);
  // The declared default is a new choice.
  if (adopted.adoptedDefault.newTitle !== undefined) return field;
  const options = mergeObjects(objectOf(adopted.options) ?? {}, before, ['options']);
  const hasDefault = listChoices(options).some(({id}) => isSameId(id, options['default_option_id']));
  return hasDefault ? {...field, members: {...field.members, options}} : field;
}

/** True if the id of the default is now that of another choice: some APIs renumber choices with each update. */
export function hasMovedDefault({options: before}: JsonObject, field: CustomField | undefined): boolean {
  const now = field?.['options'];
  const title = titleOfDefault(before);
  return (
    title !== undefined &&
    title !== titleOfDefault(now) &&
    isSameId(objectOf(before)?.['default_option_id'], objectOf(now)?.['default_option_id']) &&
    listChoices(now).some(choice => choice.title === title)
  );
}

/** True if an update gives the default choice another title. */
function renamesDefault({options: before}: JsonObject, {options: sent}: JsonObject): boolean {
  const id = objectOf(before)?.['default_option_id'];
  const renamed = listChoices(sent).find(choice => isSameId(choice.id, id))?.title;
  return renamed !== undefined && renamed !== titleOfDefault(before);
}

/**
 * Finds the fields that runs have replaced without getting to set the default choice that they carried over.
 *
 * @param runs latest first
 * @returns each as it was before it was replaced
 */
export function findUnsetDefaults(runs: readonly Run[], current: readonly CustomField[]): readonly JsonObject[] {
  const replaced = new Set(runs.flatMap(listReplaced));
  return current.flatMap(field => {
    const {name = '', options} = field;
    if (name === null || !replaced.has(name) || isMarkedDeleted(field) || hasDefaultChoice(options)) return [];
    const isWritten = ({action, name: other, state}: WriteState) =>
      other === name && (state === 'done' || (state === 'open' && action === 'create'));
    const latest = runs.find(({writes}) => writes.some(isWritten));
    const writes = latest?.writes.filter(isWritten) ?? [];
    const isUpdated = writes.some(({action}) => action === 'update');
    const isCreated = writes.some(write => latest && write.action === 'create' && isCreateOf(write, field, latest));
    const before = latest && findReplaced(latest, name, runs);
    // A run that has converged has set the default, unless it was declared to be none.
    if (!before || !isCreated || isUpdated || latest.outcome === 'converged' || declaresNone(latest, name)) return [];
    // Choices that somebody has changed since are left alone.
    const isOwn = [bodyOf(latest, name)['options'], before['options']].some(each => sameTitles(each, options));
    return hasDefaultChoice(before['options']) && isOwn ? [before] : [];
  });
}

/** The field that a run has replaced or restored, or whose replacement by an earlier run it has completed. */
function findReplaced(run: Run, name: string, runs: readonly Run[]): JsonObject | undefined {
  const old = createOldFinder(run)(name);
  return old ?? createUnfinishedFinder(runs.slice(runs.indexOf(run) + 1))(name)?.before;
}

/**
 * Finds the fields whose default was moved to another choice by a run that ended before setting it back.
 *
 * @param runs latest first
 * @returns each as it was before that run
 */
export function findMovedDefaults(runs: readonly Run[], current: readonly CustomField[]): readonly JsonObject[] {
  const fields = new Map(current.map(field => [field.id, field]));
  const latest = new Map<string, Run>();
  for (const run of runs)
    for (const {id, state} of run.writes)
      if (id !== undefined && state !== 'failed' && !latest.has(id)) latest.set(id, run);
  return [...latest].flatMap(([id, {plan, before, writes, outcome}]) => {
    const was = before.find(field => field['id'] === id);
    const sent = plan.changes.find(change => change.id === id)?.body ?? {};
    if (outcome === 'converged' || !was || renamesDefault(was, sent)) return [];
    const done = writes.filter(write => write.id === id && write.action === 'update' && write.state === 'done');
    // The second update of a run has set the default.
    return done.length <= 1 && hasMovedDefault(was, fields.get(id)) ? [was] : [];
  });
}

/** True if a run declared that a field has no default. */
function declaresNone(run: Run, name: string): boolean {
  return objectOf(findDeclared(run.document, name)?.['options'])?.['default_option_id'] === null;
}

/** True if a create has made the field, or may have made it before the run was cut off. */
function isCreateOf({state, id}: WriteState, field: CustomField, run: Run): boolean {
  if (state !== 'open') return state === 'done' && id === field.id;
  const isNew = run.before.every(each => each['id'] !== field.id);
  return isNew && isAsCreated(field, bodyOf(run, field.name ?? ''));
}

/** What a run sends, or would have sent, for the field with a name. */
function bodyOf({plan}: Run, field: string): JsonObject {
  return plan.changes.find(({name}) => name === field)?.body ?? {};
}

function sameTitles(one: Json | undefined, other: Json | undefined): boolean {
  const titlesOf = (options: Json | undefined) =>
    listChoices(options).map(({header, title}) => [header, title].map(normalizeTitle));
  return sameJson(titlesOf(one), titlesOf(other));
}
