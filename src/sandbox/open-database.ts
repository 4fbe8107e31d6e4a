import {chmodSync, closeSync, openSync, statSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {ifPossible} from '../base/catch-errors.js';

const formatVersion = 1;

/** Thrown when a file is not the state of a sandbox, is damaged, or was written by a later version. */
export class UnusableStateError extends Error {
  constructor(
    message: string,
    /** What can be done apart from using another file, without a full stop; empty if nothing. */
    readonly remedy = '',
  ) {
    super(message);
  }
}

/** Thrown when another process has removed or replaced the file: further writes would be lost. */
export class GoneStateError extends UnusableStateError {
  constructor() {
    super('it was removed or replaced while in use', 'Run the command again');
  }
}

/**
 * Opens the database of a sandbox, and creates it if missing.
 *
 * @throws UnusableStateError, before anything in the file or its permissions has changed
 */
export function openDatabase(file: string): DatabaseSync {
  // Opening a named pipe would block forever.
  if (statSync(file, {throwIfNoEntry: false})?.isFile() === false)
    throw new UnusableStateError('it is not a regular file');
  // SQLite gives the files that it adds the permissions of this one.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    // SQLite would wait without letting signals in; the caller tries again.
    database.exec('PRAGMA busy_timeout = 0');
    const version = readVersion(database);
    refuseDamaged(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // A state that is only read needs no lock for writing.
    if (version !== formatVersion) prepareSchema(database);
  } catch (error) {
    database.close();
    throw error;
  }
  // The file may belong to another user, and some file systems have no permissions.
  if (file !== ':memory:')
    for (const suffix of ['', '-wal', '-shm']) ifPossible(() => chmodSync(`${file}${suffix}`, 0o600));
  return database;
}

/** @throws UnusableStateError */
function readVersion(database: DatabaseSync): number {
  // The tables first: another process that creates them sets the version in the same transaction.
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  const isOurs = tables.length === 0 || (version > 0 && tables.some(({name}) => name === 'entities'));
  if (!isOurs) throw new UnusableStateError('it belongs to another program');
  if (version > formatVersion)
    throw new UnusableStateError('it was written by a later version of bizctl', 'Use that version');
  return version;
}

/**
 * Checks the whole file: SQLite itself notices damage only on a page that it reads.
 *
 * @throws UnusableStateError
 */
function refuseDamaged(database: DatabaseSync): void {
  const {quick_check: result} = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  if (result !== 'ok') throw new UnusableStateError('it is damaged', 'Move it aside to start over');
}

function prepareSchema(database: DatabaseSync): void {
  runInTransaction(database, () => {
    if (readVersion(database) === formatVersion) return;
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

/** Runs the change in an exclusive transaction; rolls it back when it throws. */
export function runInTransaction<Result>(database: DatabaseSync, change: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = change();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Ignores failures: when the disk is full, SQLite has already rolled back. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
