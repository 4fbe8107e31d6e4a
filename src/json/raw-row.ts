/** Byte offsets of a row in its page. */
export interface RawRow {
  readonly start: number;
  readonly end: number;
  /** Where the value of its `id` starts and ends; 0 if it has none. */
  readonly idStart: number;
  readonly idEnd: number;
  /** True if `stringifyJson` and `toPrintableJson` would write the row the same way, but for white space. */
  readonly isCanonical: boolean;
  /** True if there is no white space between tokens either. */
  readonly isVerbatim: boolean;
}
