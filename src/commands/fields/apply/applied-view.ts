import type {TableView} from '../../../output/view.js';
import type {Action} from '../../../plan/plan.js';

export interface AppliedChange {
  readonly action: Action;
  readonly name: string;
  readonly id: string | undefined;
  readonly outcome: 'done';
  /** The id of the run, for an undo. */
  readonly run: string;
}

export const appliedTable: TableView<AppliedChange> = {
  columns: () => [
    {path: 'action'},
    {path: 'name', weight: 5, minWidth: 16},
    {path: 'id', weight: 1, minWidth: 20},
    {path: 'outcome', minWidth: 8},
  ],
  documented: ['action', 'name', 'id', 'outcome', 'run'],
  toValue: ({action, name, id, outcome, run}) => ({action, name, id: id ?? null, outcome, run}),
};
