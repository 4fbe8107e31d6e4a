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

/** A text without the secret, in whatever way it may be written in there. */
export type Hide = (text: string) => string;

/** Secrets that look like words are hidden just where they stand alone, so that other words stay whole. */
const longestWord = 11;

function toPatterns(secret: string): readonly string[] {
  if (secret.length <= longestWord && /^\w+$/.test(secret)) return [`(?<!\\w)${secret}(?!\\w)`];
  return [toPattern(secret), ...inBase64(secret).map(toPattern)];
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
export interface Secrets {
  /** Hides them all, also where they come back encoded (base64, percent, HTML, JSON). */
  readonly hide: Hide;
  /** One more, read from a file or a prompt. */
  readonly add: (secret: string) => void;
}

export function createSecrets(): Secrets {
  const patterns: string[] = [];
  let pattern: RegExp | undefined;
  return {
    hide: text => (pattern === undefined ? text : text.replace(pattern, '***')),
    add: secret => {
      if (secret.length < shortest) return;
      patterns.push(...toPatterns(secret));
      pattern = new RegExp(patterns.map(each => `(?:${each})=*`).join('|'), 'gi');
    },
  };
}
