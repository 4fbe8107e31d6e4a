const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Quotes the text as one shell word. The bytes of invisible characters become escapes, for bash and zsh of any locale. */
export function quoteArgument(text: string): string {
  if (/^[\w.,:/@%+=-]+$/.test(text)) return text;
  if (text.search(invisible) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text
    .replace(/['\\]/g, '\\$&')
    .replace(invisible, character =>
      Array.from(new TextEncoder().encode(character), byte => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `$'${escaped}'`;
}

/** The path as an argument that is not taken for an option. */
export function toPathArgument(path: string): string {
  return path.startsWith('-') && path !== '-' ? `./${path}` : path;
}

/** The words of an option with its value: joined where the value would be taken for an option. */
export function toOptionWords(option: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`${option}=${value}`] : [option, value];
}
