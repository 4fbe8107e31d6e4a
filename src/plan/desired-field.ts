import type {FieldPath} from '../api/field-shapes.js';
import type {JsonObject} from '../json/json.js';

/** A problem that prevents a field from being sent. */
export interface Flaw {
  /** `FILE:LINE:COLUMN` */
  readonly place: string;
  /** Starts with the path of the member. */
  readonly message: string;
  /** True for a required member that is left out. */
  readonly isMissing: boolean;
}

export interface DesiredField {
  readonly name: string;
  /** `undefined` if the field is identified by its name alone. */
  readonly id: string | undefined;
  /** Never replaced, nor deleted by an undo. */
  readonly isProtected: boolean;
  /** The declared members that the API knows: `name` is one of them, `id` and `protect` are not. */
  readonly members: JsonObject;
  /**
   * Returns members that take the place of the declared ones for a field that exists: a cell of CSV declares only a
   * part of what it sets in a new one.
   */
  readonly membersFor?: (current: JsonObject) => JsonObject;
  /** It can still be compared, as the API itself may have returned it so. */
  readonly flaws: readonly Flaw[];
  /** True if members are restored exactly, without anything inside them that is not declared; set by undo. */
  readonly isExact?: boolean;
  /** True if all members are sent once one of them differs: the API clears what an update does not send. */
  readonly isSentWhole?: boolean;
  /** True for a declaration that is planned for several tenants, in which choices have other ids. */
  readonly isShared?: boolean;
  /** True for a field of another tenant, as it is there. */
  readonly isOfTenant?: boolean;
  /** Returns `FILE:LINE:COLUMN` of the field or of a path within it, or as much of it as is known. */
  readonly where: (path?: FieldPath) => string;
}

/** True for a type that a file leaves empty. No field can lose its type, so that it declares nothing. */
export function hasEmptyType({members, isExact, isOfTenant}: DesiredField): boolean {
  return members['type'] === null && !isExact && !isOfTenant;
}

/** True for the declarations that an undo restores. */
export function isUndo(fields: readonly DesiredField[]): boolean {
  return fields.some(({isExact}) => isExact);
}

export interface DesiredState {
  readonly fields: readonly DesiredField[];
  /** The only host that the files may be applied to; `undefined` if no file sets one. */
  readonly tenant: {readonly host: string; readonly place: string} | undefined;
}

export function listSentWhole(fields: readonly DesiredField[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({name, isSentWhole}) => (isSentWhole ? [name] : [])));
}

/** The declarations, without the ids of fields that changes replace: the new ones have others. */
export function withoutReplacedIds(
  fields: readonly DesiredField[],
  changes: readonly {readonly action: string; readonly id?: string | undefined; readonly name: string}[],
): readonly DesiredField[] {
  const names = new Map(changes.flatMap(({action, id, name}) => (action === 'replace' ? [[id, name]] : [])));
  return fields.map(field => {
    const name = field.id === undefined ? undefined : names.get(field.id);
    return name === undefined ? field : {...field, name, id: undefined};
  });
}
