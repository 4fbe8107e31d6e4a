import type {Token} from './tokens.js';

/** Words for years and quarters that begin when an organization says. */
const fiscalWords = new Set(['fiscal', 'financial', 'tax', 'academic', 'school', 'fy']);

/** True where a number or name runs on into the text before: `$5`, `v2.10`, `monday.com`, `#3`. */
export function isCutAtStart(tokens: readonly Token[], at: number): boolean {
  const [first, before, earlier] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (before === undefined) return false;
  const isFiscal = fiscalWords.has(before.text) || earlier?.text === 'fy';
  if (isFiscal && /^(?:\d{4}|years?|quarters?|half|q|h)$/.test(first?.text ?? '')) return true;
  if (first?.isGlued !== true) return false;
  if (before.kind !== 'symbol') return true;
  if (/^[#$€£¥@_=&%\\+~^°]$/.test(before.text)) return true;
  const isOpen = !before.isGlued;
  if (/^[.:/]$/.test(before.text)) return isOpen ? before.text !== ':' : earlier?.kind !== 'symbol';
  return /^[-–']$/.test(before.text) && !isOpen && earlier?.kind !== 'symbol';
}

/** True where a number or name runs on into the text after: `5%`, `may.com`, `monday-ish`. */
export function isCutAtEnd(tokens: readonly Token[], next: number): boolean {
  const [last, following, later] = [tokens[next - 1], tokens[next], tokens[next + 1]];
  if (following?.text === 'fy') return true;
  if (following?.isGlued !== true) return false;
  if (following.kind !== 'symbol') return true;
  if (/^[%$€£_@=\\°&#]$/.test(following.text)) return true;
  if (later?.isGlued !== true || later.kind === 'symbol') return false;
  if (/^[-–]$/.test(following.text)) return true;
  return /^[.:/'’]$/.test(following.text) && last?.text !== ')';
}

/** The end of a run of tokens without spaces. */
export function endOfRun(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  while (tokens[next]?.isGlued === true) next += 1;
  return next;
}
