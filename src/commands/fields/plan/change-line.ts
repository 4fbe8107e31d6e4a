/** A line of the details of a change. */
export interface ChangeLine {
  /** `+` for what is added, `-` for what is removed, `~` for what changes; `` in a field that is created or deleted. */
  readonly sign: '+' | '-' | '~' | '';
  readonly text: string;
}

export function toPlainLine(text: string): ChangeLine {
  return {sign: '', text};
}

export function indent({sign, text}: ChangeLine): ChangeLine {
  return {sign, text: `  ${text}`};
}
