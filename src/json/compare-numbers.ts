import type {Json, RawNumber} from './json.js';

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** Normalizes a number to sign, significant digits and power of ten. */
function normalize(text: string | undefined): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text ?? '') ?? [];
  if (whole === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  // A regular expression for trailing zeros would take quadratic time.
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  const significant = digits.slice(0, length);
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** Compares two numbers digit for digit; negative if the first is smaller. */
export function compareNumbers(a: number | RawNumber, b: number | RawNumber): number {
  return compareNumberTexts(textOf(a) ?? '', textOf(b) ?? '');
}

/** Like `compareNumbers`, for the text of JSON numbers, leading zeros allowed. */
export function compareNumberTexts(a: string, b: string): number {
  const [first, second] = [a, b].map(text => /^(-?)(\d+)e(-?\d+)$/.exec(normalize(text) ?? '') ?? []);
  const [, sign = '', digits = '', exponent = '0'] = first ?? [];
  const [, otherSign = '', otherDigits = '', otherExponent = '0'] = second ?? [];
  const signum = (digit: string, minus: string) => (digit === '' ? 0 : minus === '' ? 1 : -1);
  const direction = signum(digits, sign);
  const bySign = direction - signum(otherDigits, otherSign);
  if (bySign !== 0 || direction === 0) return bySign;
  const bySize = digits.length + Number(exponent) - otherDigits.length - Number(otherExponent);
  return direction * (bySize || (digits === otherDigits ? 0 : digits < otherDigits ? -1 : 1));
}

/** Whether both are the same number (`1.0` equals `1`); `undefined` when one of them is not a number. */
export function sameNumber(a: Json | undefined, b: Json | undefined): boolean | undefined {
  const [first, second] = [normalize(textOf(a)), normalize(textOf(b))];
  return first === undefined || second === undefined ? undefined : first === second;
}
