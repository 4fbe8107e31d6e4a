import {fixedZone, ruledZone, type Zone} from './nodes.js';

const offsets: readonly (readonly [number, string])[] = [
  [-10, 'hst'],
  [-9, 'akst'],
  [-8, 'pst akdt'],
  [-7, 'mst pdt'],
  [-6, 'cst mdt'],
  [-5, 'est cdt'],
  [-4, 'edt ast'],
  [-3.5, 'nst'],
  [-3, 'adt'],
  [-2.5, 'ndt'],
  [0, 'utc gmt zulu wet'],
  [1, 'west bst'],
  [2, 'cest'],
  [3, 'eest msk'],
  [4, 'gst'],
  [5, 'pkt'],
  [5.5, 'ist'],
  [8, 'sgt hkt awst'],
  [9, 'jst kst'],
  [9.5, 'acst'],
  [10, 'aest'],
  [10.5, 'acdt'],
  [11, 'aedt'],
  [12, 'nzst'],
  [13, 'nzdt'],
];

const ruledNames = [
  ['et', 'America/New_York'],
  ['ct', 'America/Chicago'],
  ['mt', 'America/Denver'],
  ['pt', 'America/Los_Angeles'],
  ['cet', 'Europe/Paris'],
  ['eet', 'Europe/Helsinki'],
] as const;

/** The zones that abbreviations such as `ET` stand for, and that most people mean by others such as `EST`. */
export const usualZones: readonly string[] = ruledNames.map(([, zone]) => zone);

/** Zones by their abbreviation, in lower case. */
export const zoneAbbreviations = new Map<string, Zone>([
  ...offsets.flatMap(([hours, names]) => names.split(' ').map(name => [name, fixedZone(hours)] as const)),
  ...ruledNames.map(([name, zone]) => [name, ruledZone(zone)] as const),
]);

export function isZoneAbbreviation(text: string): boolean {
  return zoneAbbreviations.has(text);
}
