import {DatabaseSync} from 'node:sqlite';

export type Kind = 'field' | 'deal';

/** A row as it is kept: the JSON that replies show, and what they do not show. */
export interface StoredRow {
  readonly id: string;
  /** JSON text, so that no digit changes. */
  readonly text: string;
  /** JSON text of the members that responses leave out (2.1). */
  readonly unshown: string;
  readonly isDeleted: boolean;
}

/** Where the sandbox keeps its tenant. What a method has written survives the end of the process. */
export interface Store {
  /** The rows behind this sequence number that are not marked as deleted, in sequence. */
  readonly readAfter: (kind: Kind, seq: number) => Iterable<{readonly seq: number; readonly text: string}>;
  readonly find: (kind: Kind, id: string) => StoredRow | undefined;
  readonly insert: (kind: Kind, row: StoredRow) => void;
  readonly replace: (kind: Kind, row: StoredRow) => void;
  /** False when it was not there. */
  readonly remove: (kind: Kind, id: string) => boolean;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
  /** Runs the changes in one step, that is carried out whole or not at all, and alone. */
  readonly atOnce: (change: () => void) => void;
  readonly close: () => void;
}

const formatVersion = 1;

/** Thrown when a file is not the state of a sandbox, or of a later one. */
class ForeignStateError extends Error {
  override readonly name = 'ForeignStateError';
}

/**
 * Opens the state in this file, or in memory for `:memory:`; creates an empty one if missing.
 *
 * @throws ForeignStateError, or the error of SQLite when the file is damaged or cannot be written
 */
export function openStore(file: string): Store {
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
    atOnce: change => inTransaction(database, change),
    isEmpty: () => statements.any.get() === undefined,
    close: () => database.close(),
  };
}

function prepareSchema(database: DatabaseSync, file: string): void {
  inTransaction(database, () => {
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

function inTransaction(database: DatabaseSync, change: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    change();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
