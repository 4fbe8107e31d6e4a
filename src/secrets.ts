/** Characters that do not show and may have been strewn in. */
const invisible = '[\\u200b-\\u200d\\u2060\\ufeff]*';
/** Shorter secrets would hide ordinary words. */
const shortest = 4;

/** One character as it is, percent-encoded, as an HTML entity, or as an escape of JSON. */
function writtenAnyWay(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const plain = character.replace(/[^\w]/g, '\\$&');
  return `(?:${plain}|%${hex}|&#0*${code};|&#x0*${hex};|\\\\u00${hex}|\\\\x${hex}|\\\\${plain})`;
}

function toPattern(text: string): string {
  return Array.from(text, writtenAnyWay).join(invisible);
}

/** A text without the secret, in whatever way it may be written in there. */
export type Hide = (text: string) => string;

/** Hides these secrets, also where they come back encoded (base64, percent, HTML, JSON). */
export function createHide(secrets: Iterable<string>): Hide {
  const forms = [...secrets]
    .filter(secret => secret.length >= shortest)
    .flatMap(secret => [secret, toBase64(secret), toBase64(secret).replace(/=+$/, '')]);
  if (forms.length === 0) return text => text;
  const pattern = new RegExp(forms.map(toPattern).join('|'), 'gi');
  return text => text.replace(pattern, '***');
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
