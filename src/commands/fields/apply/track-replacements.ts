import {writeFileSync} from 'node:fs';
import type {ApiContext} from '../../../app/api-context.js';
import {findUnfinishedMark, removeMark} from '../../../app/run-directory.js';
import type {Run} from '../../../plan/run.js';
import {orLocalError} from '../../../system/files/or-local-error.js';
import type {StepJournal} from '../runs/journal-step.js';

/** Marks a run while a field that it deleted to replace it may not exist again. */
export interface ReplacementTracker {
  /**
   * Called before the deletion is sent.
   *
   * @throws LocalError if the run cannot be marked
   */
  readonly begin: (id: string) => void;
  /** Called once the new field exists, or if the old one was not deleted. */
  readonly end: (id: string) => void;
  /** Called at the end of the run. */
  readonly close: (hasSucceeded: boolean) => void;
}

/** The journal of a run, and which fields it is replacing. */
export interface RunJournal extends StepJournal {
  readonly replacements: ReplacementTracker;
}

/** @param resumed the run before it was resumed */
export async function trackReplacements(
  context: ApiContext,
  run: string,
  resumed: Run | undefined,
): Promise<ReplacementTracker> {
  const mark = await findUnfinishedMark(context, run);
  const open = new Set<string>();
  let isMarked = resumed?.plan.changes.some(({action}) => action === 'replace') === true;
  return {
    begin: id => {
      orLocalError(`cannot write ${mark}`, () => writeFileSync(mark, context.now().toISOString()));
      isMarked = true;
      open.add(id);
    },
    end: id => {
      open.delete(id);
    },
    close: hasSucceeded => {
      // A resumed run does not know what it left open before: only full success removes the mark.
      if (isMarked && (hasSucceeded || (open.size === 0 && !resumed))) removeMark(mark);
    },
  };
}
