import {statSync} from 'node:fs';
import type {listedResources} from './listed-resources.js';
import {GoneStateError, openDatabase, runInTransaction} from './open-database.js';

export type Kind = 'field' | (typeof listedResources)[number]['kind'];

/** A stored row: the JSON of responses, and the members that they leave out. */
export interface StoredRow {
  readonly id: string;
  /** JSON text, so that no digit of a number changes. */
  readonly text: string;
  /** JSON text of the members that responses leave out (2.1). */
  readonly unshown: string;
  readonly isDeleted: boolean;
}

/** The sandbox's tenant. Each method's write survives the end of the process. */
export interface Store {
  /** The rows after this sequence number that are not marked as deleted, in order. */
  readonly readAfter: (kind: Kind, seq: number) => Iterable<{readonly seq: number; readonly text: string}>;
  readonly find: (kind: Kind, id: string) => StoredRow | undefined;
  readonly insert: (kind: Kind, row: StoredRow) => void;
  readonly replace: (kind: Kind, row: StoredRow) => void;
  /** Returns false when it does not exist. */
  readonly remove: (kind: Kind, id: string) => boolean;
  readonly clear: () => void;
  /** A text that changes with every write, including those of other processes. */
  readonly version: () => string;
  readonly isEmpty: () => boolean;
  readonly inTransaction: <Result>(change: () => Result) => Result;
  readonly close: () => void;
}

function findInode(file: string): number | undefined {
  return statSync(file, {throwIfNoEntry: false})?.ino;
}

/**
 * Opens the state in this file, or in memory for `:memory:`; creates it empty if missing.
 *
 * @throws UnusableStateError, or the error of SQLite when the file is damaged or cannot be written
 */
export function openStore(file: string): Store {
  const database = openDatabase(file);
  const inode = findInode(file);
  const statements = {
    after: database.prepare(
      'SELECT seq, body FROM entities WHERE kind = ? AND is_deleted = 0 AND seq > ? ORDER BY seq',
    ),
    find: database.prepare('SELECT id, body, unshown, is_deleted FROM entities WHERE kind = ? AND id = ?'),
    insert: database.prepare('INSERT INTO entities (kind, id, body, unshown, is_deleted) VALUES (?, ?, ?, ?, ?)'),
    replace: database.prepare('UPDATE entities SET body = ?, unshown = ?, is_deleted = ? WHERE kind = ? AND id = ?'),
    remove: database.prepare('DELETE FROM entities WHERE kind = ? AND id = ?'),
    version: database.prepare('SELECT data_version, total_changes() AS changes FROM pragma_data_version'),
    any: database.prepare('SELECT 1 FROM entities LIMIT 1'),
  };
  // Nobody would find what is written to a file that was removed.
  const requireFound = () => {
    if (findInode(file) !== inode) throw new GoneStateError();
  };

  return {
    *readAfter(kind, seq) {
      for (const {seq: found, body} of statements.after.iterate(kind, seq))
        yield {seq: Number(found), text: String(body)};
    },
    find: (kind, id) => {
      const row = statements.find.get(kind, id);
      return (
        row && {
          id: String(row['id']),
          text: String(row['body']),
          unshown: String(row['unshown']),
          isDeleted: row['is_deleted'] === 1,
        }
      );
    },
    insert: (kind, {id, text, unshown, isDeleted}) => {
      requireFound();
      statements.insert.run(kind, id, text, unshown, Number(isDeleted));
    },
    replace: (kind, {id, text, unshown, isDeleted}) => {
      requireFound();
      statements.replace.run(text, unshown, Number(isDeleted), kind, id);
    },
    remove: (kind, id) => {
      requireFound();
      return statements.remove.run(kind, id).changes === 1;
    },
    clear: () => database.exec('DELETE FROM entities'),
    version: () => JSON.stringify(Object.values(statements.version.get() ?? {}).map(String)),
    inTransaction: change => runInTransaction(database, change),
    isEmpty: () => statements.any.get() === undefined,
    close: () => database.close(),
  };
}
