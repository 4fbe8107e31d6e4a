import {closeSync, fchmodSync, openSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {systemCode} from '../base/inspect-error.js';

const formatVersion = 1;

/** Thrown when a file is not the state of a sandbox, or was written by a later version. */
class ForeignStateError extends Error {
  override readonly name = 'ForeignStateError';
}

/** Creates the file if missing. SQLite gives its other files the same permissions. */
export function makePrivate(file: string): void {
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

export function prepareSchema(database: DatabaseSync, file: string): void {
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

export function runInTransaction(database: DatabaseSync, change: () => void): void {
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
