import {type CustomField, isMarkedDeleted} from '../../api/schemas.js';
import type {Json, JsonObject} from '../../json/json.js';
import type {DesiredField} from '../desired-field.js';
import {createListedFinder} from '../find-renamed.js';
import type {RecordedEffect} from '../journal-entry.js';
import type {Run, WriteState} from '../run.js';
import {byFirst} from '../unfinished-replacements.js';

/** Lookup tables for the changes of a run, which may have thousands. */
export interface UndoIndex {
  readonly currentById: ReadonlyMap<Json | undefined, CustomField>;
  readonly currentByName: ReadonlyMap<string | null | undefined, readonly CustomField[]>;
  /** The ids of current fields that are not marked as deleted. */
  readonly liveIds: ReadonlySet<string | undefined>;
  readonly beforeById: ReadonlyMap<Json | undefined, JsonObject>;
  readonly beforeByName: ReadonlyMap<Json | undefined, readonly JsonObject[]>;
  /** The writes that were not refused. */
  readonly writesById: ReadonlyMap<string | undefined, readonly WriteState[]>;
  readonly writesByName: ReadonlyMap<string, readonly WriteState[]>;
  readonly effectsById: ReadonlyMap<Json | undefined, RecordedEffect>;
  readonly protectedNames: ReadonlySet<string>;
  /** Finds fields that an open create may have produced under another name. */
  readonly findListedAs: (write: WriteState) => readonly CustomField[];
}

export function indexRun(run: Run, desired: readonly DesiredField[], current: readonly CustomField[]): UndoIndex {
  const writes = run.writes.filter(({state}) => state !== 'failed');
  return {
    currentById: byFirst(current.map(field => [field.id, field])),
    currentByName: Map.groupBy(current, ({name}) => name),
    liveIds: new Set(current.filter(field => !isMarkedDeleted(field)).map(({id}) => id)),
    beforeById: byFirst(run.before.map(field => [field['id'], field])),
    beforeByName: Map.groupBy(run.before, field => field['name']),
    writesById: Map.groupBy(writes, ({id}) => id),
    writesByName: Map.groupBy(writes, ({name}) => name),
    effectsById: byFirst(run.effects.map(effect => [effect.id, effect])),
    findListedAs: createListedFinder(run, current),
    protectedNames: new Set(desired.filter(({isProtected}) => isProtected).map(({name}) => name)),
  };
}
