export interface Token {
  readonly kind: 'word' | 'number' | 'ordinal' | 'symbol';
  /** Lower case, without apostrophes: `o'clock` is `oclock`, `year's` is `years`. */
  readonly text: string;
  /** The text without a possessive ending, `th` for an ordinal in digits. */
  readonly stem: string;
  /** UTF-16 positions in the phrase. */
  readonly start: number;
  readonly end: number;
  /** True if this token directly follows the one before it. */
  readonly isGlued: boolean;
}

const pattern =
  /\s+|(\p{L}+(?:['’]\p{L}+)*)|(\d+(?:st|nd|rd|th)(?![\p{L}\d]))|(\d+)|([^\s\p{L}\d]|[\ud800-\udbff][\udc00-\udfff])/giu;
/** Plurals whose possessive ends in a bare apostrophe: "in two weeks' time", "presidents' day". */
const pluralPossessive =
  /(?:days|weeks|months|years|hours|minutes|presidents|mothers|fathers|veterans|saints|fools|patricks|s)$/;

/** Splits a phrase into runs of letters, runs of digits, ordinals in digits and single symbols, in linear time. */
export function tokenize(phrase: string): readonly Token[] {
  const tokens: Token[] = [];
  let lastEnd = -1;
  for (const match of phrase.matchAll(pattern)) {
    const [text, word, ordinal, number] = match;
    const start = match.index;
    const end = start + text.length;
    const isGlued = start === lastEnd;
    if (word !== undefined) {
      const lower = word.toLowerCase().replaceAll('’', "'");
      const stem = lower.endsWith("'s") ? lower.slice(0, -2) : lower.replaceAll("'", '');
      tokens.push({kind: 'word', text: lower.replaceAll("'", ''), stem, start, end, isGlued});
    } else if (ordinal !== undefined) {
      tokens.push({kind: 'ordinal', text: ordinal.toLowerCase(), stem: 'th', start, end, isGlued});
    } else if (number !== undefined) {
      tokens.push({kind: 'number', text: number, stem: number, start, end, isGlued});
    } else if (/^\s/.test(text)) {
      continue;
    } else if (isPossessiveApostrophe(phrase, end, tokens.at(-1), isGlued)) {
      lastEnd = end;
      continue;
    } else {
      tokens.push({kind: 'symbol', text, stem: text, start, end, isGlued});
    }
    lastEnd = end;
  }
  return tokens;
}

function isPossessiveApostrophe(phrase: string, end: number, before: Token | undefined, isGlued: boolean): boolean {
  return (
    isGlued &&
    /['’]/.test(phrase.charAt(end - 1)) &&
    before?.kind === 'word' &&
    pluralPossessive.test(before.text) &&
    /^\s\p{L}$/u.test(phrase.slice(end, end + 2))
  );
}
