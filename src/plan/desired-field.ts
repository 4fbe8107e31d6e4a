import type {JsonObject} from '../json/json.js';

/** A custom field as the fields files declare it. */
export interface DesiredField {
  readonly name: string;
  /** Given where the file says which field is meant, and not just what it is called. */
  readonly id: string | undefined;
  /** Never deleted or replaced. */
  readonly isProtected: boolean;
  /** The members of the API that the file declares, `name` among them; `id` and `protect` are none of them. */
  readonly members: JsonObject;
  /** What keeps it from being sent, though not from being compared: the API itself may have given it this way. */
  readonly flaws: readonly string[];
  /** True where the members are wanted just so, without anything that they do not name: a way back. */
  readonly isExact?: boolean;
  /** `FILE:LINE:COLUMN`, as exactly as it is known; looked up when it is needed. */
  readonly where: () => string;
}

/** What the fields files say all together. */
export interface DesiredState {
  readonly fields: readonly DesiredField[];
  /** The host that they are for, where one of them says so. */
  readonly tenant: string | undefined;
}
