/** Characters that do not show, and line breaks, that may have been strewn in. */
const invisible = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\s]*';
/** Shorter secrets would hide ordinary words. */
const shortest = 4;

/** One character as it is, percent-encoded, as an HTML entity, or as an escape of JSON. */
function writtenAnyWay(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const plain = character.replace(/[^\w]/g, '\\$&');
  return `(?:${plain}|%(?:25)*${hex}|&#0*${code};|&#x0*${hex};|\\\\u00${hex}|\\\\x${hex}|\\\\${plain})`;
}

function toPattern(text: string): string {
  return Array.from(text, writtenAnyWay).join(invisible);
}

/** Longer than any header can be: what is longer is no token, and is refused before it is used. */
export const maxSecretLength = 8192;

/** A text without the secret, in whatever way it may be written in there. */
export type Redact = (text: string) => string;

/** Secrets that look like words are hidden just where they stand alone, so that other words stay whole. */
const longestWord = 11;

/** A longer pattern is more than the engine of regular expressions takes. */
const longestPiece = 200;

function toPatterns(secret: string): readonly string[] {
  const encoded = inBase64(secret).flatMap(toPieces).map(toPattern);
  if (secret.length <= longestWord && /^\w+$/.test(secret)) return [`(?<!\\w)${secret}(?!\\w)`, ...encoded];
  return [...toPieces(secret).map(toPattern), ...encoded];
}

/** Each piece is hidden by itself. They are equally long: a short one would hide ordinary words. */
function toPieces(text: string): readonly string[] {
  const count = Math.ceil(text.length / longestPiece);
  const size = Math.ceil(text.length / count);
  return Array.from({length: count}, (_, piece) => text.slice(piece * size, (piece + 1) * size));
}

/** The secret in base64, wherever it begins in the text that was encoded: just the characters that hold nothing else. */
function inBase64(secret: string): readonly string[] {
  const length = Buffer.byteLength(secret);
  return [0, 1, 2].flatMap(offset => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    const part = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + length) * 8) / 6));
    return part.length < 8 ? [] : [part];
  });
}

/** What must never be printed, as far as it is known by now. */
export interface Redaction {
  /** Hides them all, also where they come back encoded (base64, percent, HTML, JSON). */
  readonly redact: Redact;
  /** One more, read from a file or a prompt. */
  readonly addSecret: (secret: string) => void;
}

export function createRedaction(): Redaction {
  const patterns: RegExp[] = [];
  return {
    redact: text => patterns.reduce((hidden, pattern) => hidden.replace(pattern, '***'), text),
    addSecret: secret => {
      if (secret.length < shortest || secret.length > maxSecretLength) return;
      patterns.push(...toPatterns(secret).map(pattern => new RegExp(`(?:${pattern})=*`, 'gi')));
    },
  };
}
