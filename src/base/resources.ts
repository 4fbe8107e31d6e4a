import {inSeries} from './in-series.js';

interface Resource {
  /** Its name in API paths. */
  readonly segment: string;
  /** Its name in messages. */
  readonly words: string;
  /** True if it has a table whose columns a user can choose. */
  readonly isListed: boolean;
}

/** The resources of a tenant, by the noun of their commands. */
export const resources = {
  fields: {segment: 'customFields', words: 'custom fields', isListed: true},
  dates: {segment: 'dateExpressions', words: 'date expressions', isListed: false},
  deals: {segment: 'deals', words: 'deals', isListed: true},
} as const satisfies {readonly [noun: string]: Resource};

type Resources = typeof resources;
export type ListedNoun = {
  [Noun in keyof Resources]: Resources[Noun]['isListed'] extends true ? Noun : never;
}[keyof Resources];

/** The setting with the columns that a user has chosen for the table of a resource. */
export type ColumnsSetting = `columns.${ListedNoun}`;

function isListedNoun(noun: string): noun is ListedNoun {
  return Object.entries(resources).some(([known, {isListed}]) => known === noun && isListed);
}

export const listedNouns: readonly ListedNoun[] = Object.keys(resources).filter(isListedNoun);

/** `custom fields, date expressions and deals` */
export const resourceWords = inSeries(
  Object.values(resources).map(({words}) => words),
  'and',
);
