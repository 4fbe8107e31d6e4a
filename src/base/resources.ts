import {inSeries} from './in-series.js';

interface Resource {
  /** Its name in API paths. */
  readonly segment: string;
  /** Its name in messages. */
  readonly words: string;
}

/** The resources of a tenant, by the noun of their commands. */
export const resources = {
  fields: {segment: 'customFields', words: 'custom fields'},
  dates: {segment: 'dateExpressions', words: 'date expressions'},
  deals: {segment: 'deals', words: 'deals'},
} as const satisfies {readonly [noun: string]: Resource};

/** Those that have a table whose columns a user can choose. */
export const listedNouns = ['fields', 'deals'] as const satisfies readonly (keyof typeof resources)[];
export type ListedNoun = (typeof listedNouns)[number];

/** The setting with the columns that a user has chosen for the table of a resource. */
export type ColumnsSetting = `columns.${ListedNoun}`;

/** `custom fields, date expressions and deals` */
export const resourceWords = inSeries(
  Object.values(resources).map(({words}) => words),
  'and',
);
