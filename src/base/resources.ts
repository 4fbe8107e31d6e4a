interface Resource {
  /** How it is called in paths of the API. */
  readonly segment: string;
  /** How messages call it. */
  readonly words: string;
}

/** What the commands of each noun work with on a tenant. */
export const resources: {readonly [noun: string]: Resource} = {
  fields: {segment: 'customFields', words: 'custom fields'},
  deals: {segment: 'deals', words: 'deals'},
  dates: {segment: 'dateExpressions', words: 'date expressions'},
};
