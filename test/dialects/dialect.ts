import * as fc from 'fast-check';

/** The choices that the reference leaves open, as one server makes them. */
export interface Dialect {
  readonly ids: 'numbers' | 'uuids' | 'unicode' | 'reserved characters';
  /** Whether two tenants give the same ids to different things. */
  readonly idsCollide: boolean;
  readonly added:
    | 'nothing'
    | 'updated_at'
    | 'revision'
    | 'revision of options'
    | 'read_count'
    | 'sort_order'
    | 'sort_order as text'
    | 'sort_order by place'
    | 'nested ids'
    | 'new choice ids';
  /**
   * What the replies to POST and PATCH hold; `receipt` is one of a create, with the id of a job, and `older state` one
   * of an update, with the field before it.
   */
  readonly replies: 'field' | 'id and name' | 'no id' | 'older state' | 'receipt' | 'nothing';
  readonly createStatus: 200 | 201 | 202;
  /** A member that POST and PATCH ignore; `subtitle` is one of a choice. */
  readonly ignored: 'nothing' | 'label' | 'description' | 'helper_text' | 'default_value' | 'validators' | 'subtitle';
  readonly choiceOrder: 'as sent' | 'by title';
  /** How many reads of the list do not show a write yet. */
  readonly lag: 0 | 1 | 3;
  /** How many reads of the list leave out a field after an update. Drawn only where a law is about it. */
  readonly reindexing: 0 | 2;
  /** How many list reads still include a deleted field. */
  readonly deletionLag: 0 | 3;
  /** Whether every other read comes from a replica that does not lag. Drawn only where a law is about it. */
  readonly replicas: boolean;
  /** Whether a name may repeat, or the status that refuses it. */
  readonly sameName: 'allowed' | 409 | 422;
  readonly lastToken: 'missing' | 'null' | 'empty';
  readonly pageSize: 2 | 3;
  /**
   * Whether a page starts with the last row of the one before, or the list is in another order for each page. The last is
   * drawn only where a law is about it.
   */
  readonly pages: 'exact' | 'overlapping' | 'moving';
  readonly basePath: '' | '/rest';
  /** What a member of a write that is null does. */
  readonly nulls: 'remove' | 'stay' | 'are refused';
  /** What becomes of an empty text that is sent. */
  readonly emptyTexts: 'stay' | 'become null' | 'are left out';
  /** Whether a deleted field is still listed, with `deleted: true`. */
  readonly deleted: 'gone' | 'listed';
  /** How a field shows the documented members that it lacks. */
  readonly absent: 'left out' | 'as null' | 'as defaults';
  /** Whether false, 0 and empty lists are shown. */
  readonly zeros: 'shown' | 'left out';
  /** How the values of enumerations are shown. */
  readonly enums: 'as sent' | 'lower case';
  /** How flags and sizes are shown. */
  readonly scalars: 'as sent' | 'as texts' | 'flags as numbers';
  readonly listOrder: 'oldest first' | 'newest first' | 'by name';
  /** The status of a write to a field that is gone; a deletion with 204 has nothing left to do. */
  readonly gone: 404 | 410 | 204;
  /**
   * Whether each third request is refused because there are too many, or each third write because of a lock, or is
   * carried out and its reply lost.
   */
  readonly gateway: 'steady' | 'limits' | 'locks' | 'loses replies';
  /** What becomes of members that a PATCH does not send. Cleared only where a law is about it. */
  readonly unsent: 'stay' | 'are cleared';
  /** What an object in a PATCH does to the stored one. */
  readonly objects: 'replace' | 'merge';
  readonly memberOrder: 'as sent' | 'sorted';
  /** What a create makes of a name. Drawn only where a law is about it. */
  readonly names: 'as sent' | 'trimmed' | 'lower case' | 'underscores';
}

const choices: {readonly [Switch in keyof Dialect]: readonly [Dialect[Switch], ...Dialect[Switch][]]} = {
  ids: ['numbers', 'uuids', 'unicode', 'reserved characters'],
  idsCollide: [false, true],
  added: [
    'nothing',
    'updated_at',
    'revision',
    'revision of options',
    'read_count',
    'sort_order',
    'sort_order as text',
    'sort_order by place',
    'nested ids',
    'new choice ids',
  ],
  replies: ['field', 'id and name', 'no id', 'older state', 'receipt', 'nothing'],
  createStatus: [201, 200, 202],
  ignored: ['nothing', 'label', 'description', 'helper_text', 'default_value', 'validators', 'subtitle'],
  choiceOrder: ['as sent', 'by title'],
  lag: [0, 1, 3],
  reindexing: [0],
  deletionLag: [0, 3],
  replicas: [false],
  sameName: ['allowed', 409, 422],
  lastToken: ['missing', 'null', 'empty'],
  pageSize: [3, 2],
  pages: ['exact', 'overlapping'],
  basePath: ['', '/rest'],
  nulls: ['remove', 'stay', 'are refused'],
  emptyTexts: ['stay', 'become null', 'are left out'],
  deleted: ['gone', 'listed'],
  absent: ['left out', 'as null', 'as defaults'],
  zeros: ['shown', 'left out'],
  enums: ['as sent', 'lower case'],
  scalars: ['as sent', 'as texts', 'flags as numbers'],
  listOrder: ['oldest first', 'newest first', 'by name'],
  gone: [404, 410, 204],
  gateway: ['steady', 'limits', 'locks', 'loses replies'],
  unsent: ['stay'],
  objects: ['replace', 'merge'],
  memberOrder: ['as sent', 'sorted'],
  names: ['as sent'],
};

const fixed: Partial<Dialect> = JSON.parse(process.env['LAWS_DIALECT'] ?? '{}');

/** All dialects in which the given switches, and those in the environment, stand as they are given. */
export function dialects(given: Partial<Dialect> = {}): fc.Arbitrary<Dialect> {
  const set: Partial<Dialect> = {...fixed, ...given};
  const drawn = <Name extends keyof Dialect>(name: Name): fc.Arbitrary<Dialect[Name]> => {
    const value = set[name];
    return value === undefined ? fc.constantFrom(...choices[name]) : fc.constant(value);
  };
  return fc.record({
    ids: drawn('ids'),
    idsCollide: drawn('idsCollide'),
    added: drawn('added'),
    replies: drawn('replies'),
    createStatus: drawn('createStatus'),
    ignored: drawn('ignored'),
    choiceOrder: drawn('choiceOrder'),
    lag: drawn('lag'),
    reindexing: drawn('reindexing'),
    deletionLag: drawn('deletionLag'),
    replicas: drawn('replicas'),
    sameName: drawn('sameName'),
    lastToken: drawn('lastToken'),
    pageSize: drawn('pageSize'),
    pages: drawn('pages'),
    basePath: drawn('basePath'),
    nulls: drawn('nulls'),
    emptyTexts: drawn('emptyTexts'),
    deleted: drawn('deleted'),
    absent: drawn('absent'),
    zeros: drawn('zeros'),
    enums: drawn('enums'),
    scalars: drawn('scalars'),
    listOrder: drawn('listOrder'),
    gone: drawn('gone'),
    gateway: drawn('gateway'),
    unsent: drawn('unsent'),
    objects: drawn('objects'),
    memberOrder: drawn('memberOrder'),
    names: drawn('names'),
  });
}
