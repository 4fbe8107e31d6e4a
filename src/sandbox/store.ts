import {closeSync, fchmodSync, openSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {systemCode} from '../base/errors.js';

export type Kind = 'field' | 'deal';

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
  readonly isEmpty: () => boolean;
  /** Runs the changes in an exclusive transaction. */
  readonly inTransaction: (change: () => void) => void;
  readonly close: () => void;
}

const formatVersion = 1;

/** Thrown when a file is not the state of a sandbox, or was written by a later version. */
class ForeignStateError extends Error {
  override readonly name = 'ForeignStateError';
}

/**
 * Opens the state in this file, or in memory for `:memory:`; creates it empty if missing.
 *
 * @throws ForeignStateError, or the error of SQLite when the file is damaged or cannot be written
 */
export function openStore(file: string): Store {
  if (file !== ':memory:') makePrivate(file);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  prepareSchema(database, file);
  const statements = {
    after: database.prepare(
      'SELECT seq, body FROM entities WHERE kind = ? AND is_deleted = 0 AND seq > ? ORDER BY seq',
    ),
    find: database.prepare('SELECT id, body, unshown, is_deleted FROM entities WHERE kind = ? AND id = ?'),
    insert: database.prepare('INSERT INTO entities (kind, id, body, unshown, is_deleted) VALUES (?, ?, ?, ?, ?)'),
    replace: database.prepare('UPDATE entities SET body = ?, unshown = ?, is_deleted = ? WHERE kind = ? AND id = ?'),
    remove: database.prepare('DELETE FROM entities WHERE kind = ? AND id = ?'),
    any: database.prepare('SELECT 1 FROM entities LIMIT 1'),
  };
  const insert: Store['insert'] = (kind, {id, text, unshown, isDeleted}) =>
    void statements.insert.run(kind, id, text, unshown, Number(isDeleted));

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
    insert,
    replace: (kind, {id, text, unshown, isDeleted}) =>
      void statements.replace.run(text, unshown, Number(isDeleted), kind, id),
    remove: (kind, id) => statements.remove.run(kind, id).changes === 1,
    clear: () => database.exec('DELETE FROM entities'),
    inTransaction: change => runInTransaction(database, change),
    isEmpty: () => statements.any.get() === undefined,
    close: () => database.close(),
  };
}

/** Creates the file if missing. SQLite gives its other files the same permissions. */
function makePrivate(file: string): void {
  const opened = openSync(file, 'a', 0o600);
  try {
    fchmodSync(opened, 0o600);
  } catch (error) {
    // A file of another user, who has shared it.
    if (systemCode(error) !== 'EPERM') throw error;
  } finally {
    closeSync(opened);
  }
}

function prepareSchema(database: DatabaseSync, file: string): void {
  runInTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    if (version === 0 && tables.length > 0) throw new ForeignStateError(`${file} is a database of another program`);
    if (version > formatVersion) throw new ForeignStateError(`${file} was written by a later version of bizctl`);
    if (version === formatVersion) return;
    database.exec(`
      CREATE TABLE entities (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, unshown TEXT NOT NULL,
        is_deleted INTEGER NOT NULL, UNIQUE (kind, id)
      );
      CREATE INDEX in_sequence ON entities (kind, is_deleted, seq);
      PRAGMA user_version = ${formatVersion};
    `);
  });
}

function runInTransaction(database: DatabaseSync, change: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    change();
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Ignores failures: SQLite has already rolled back by itself when the disk is full. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
