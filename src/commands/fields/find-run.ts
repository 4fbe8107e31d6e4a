import {NotFoundError, UsageError} from '../../base/errors.js';
import type {Desk} from '../../desk.js';
import type {Run} from '../../plan/journal.js';
import {readRun} from '../../run-store.js';

/** A run; of one whose journal is damaged just a word, and nothing of one that has only just begun. */
export async function findRun({context, talk}: Pick<Desk, 'context' | 'talk'>, id: string): Promise<readonly Run[]> {
  try {
    return [await readRun(context, id)];
  } catch (error) {
    if (error instanceof UsageError) await talk.warn(error.message);
    else if (!(error instanceof NotFoundError)) throw error;
    return [];
  }
}
