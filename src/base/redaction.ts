/** Invisible characters and line breaks that may separate the characters of a secret. */
const invisible = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\s]*';
/** Redacting shorter secrets would hide ordinary words. */
const minSecretLength = 4;

/** Matches one character as is, percent-encoded, as an HTML entity or as a JSON escape. */
function toCharacterPattern(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const plain = character.replace(/[^\w]/g, '\\$&');
  return `(?:${plain}|%(?:25)*${hex}|&#0*${code};|&#x0*${hex};|\\\\u00${hex}|\\\\x${hex}|\\\\${plain})`;
}

function toPattern(text: string): string {
  return Array.from(text, toCharacterPattern).join(invisible);
}

/** Longer than any header can be: longer tokens are refused before use. */
export const maxSecretLength = 8192;

/** Replaces every form of the known secrets in a string. */
export type Redact = (text: string) => string;

/**
 * Up to this length, a secret that looks like a word is hidden only as a whole word, so that other words stay
 * whole.
 */
const maxWordLength = 11;

/** The regular expression engine rejects longer patterns. */
const maxPieceLength = 200;

function toPatterns(secret: string): readonly string[] {
  const encoded = inBase64(secret).flatMap(toPieces).map(toPattern);
  if (secret.length <= maxWordLength && /^\w+$/.test(secret)) return [`(?<!\\w)${secret}(?!\\w)`, ...encoded];
  return [...toPieces(secret).map(toPattern), ...encoded];
}

/**
 * Splits a secret into pieces that are redacted one by one. Equally long, because a short one would hide ordinary
 * words.
 */
function toPieces(text: string): readonly string[] {
  const count = Math.ceil(text.length / maxPieceLength);
  const size = Math.ceil(text.length / count);
  return Array.from({length: count}, (_, piece) => text.slice(piece * size, (piece + 1) * size));
}

/** The secret in base64 for each alignment in the encoded text, reduced to the characters that encode nothing else. */
function inBase64(secret: string): readonly string[] {
  const length = Buffer.byteLength(secret);
  return [0, 1, 2].flatMap(offset => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    const part = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + length) * 8) / 6));
    const forUrls = part.replaceAll('+', '-').replaceAll('/', '_');
    return part.length < 8 ? [] : [...new Set([part, forUrls])];
  });
}

/** The secrets known so far, none of which may be printed. */
export interface Redaction {
  /** Hides all of them, also when encoded (base64, percent, HTML, JSON). */
  readonly redact: Redact;
  readonly addSecret: (secret: string) => void;
}

export function createRedaction(): Redaction {
  const patterns: RegExp[] = [];
  return {
    redact: text => patterns.reduce((hidden, pattern) => hidden.replace(pattern, '***'), text),
    addSecret: secret => {
      if (secret.length < minSecretLength || secret.length > maxSecretLength) return;
      patterns.push(...toPatterns(secret).map(pattern => new RegExp(`(?:${pattern})=*`, 'gi')));
    },
  };
}
