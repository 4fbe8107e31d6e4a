import type {CustomField} from '../../api/schemas.js';
import type {SuggestCommand} from '../../base/suggest-command.js';
import type {DesiredField} from '../desired-field.js';
import type {Run} from '../run.js';
import type {UndoIndex} from './undo-index.js';

export interface UndoContext {
  readonly run: Run;
  /** What the plan of the run declared. */
  readonly desired: readonly DesiredField[];
  readonly current: readonly CustomField[];
  readonly index: UndoIndex;
  /** Ids of fields that other runs have created. */
  readonly foreignIds: ReadonlySet<string>;
  /** Ids of fields that later runs have created; some APIs give the id of a deleted field to a new one. */
  readonly laterIds: ReadonlySet<string>;
  /** Ids of fields that undos of later runs have created again. */
  readonly recreatedIds: ReadonlySet<string>;
  /** Ids of fields that later runs have written, undos included. */
  readonly rewrittenIds: ReadonlySet<string | undefined>;
  /** Ids of fields that later runs have deleted, so that this run has not. */
  readonly deletedLaterIds: ReadonlySet<string | undefined>;
  /** Earlier undos of the run, which may have been interrupted. */
  readonly undos: readonly Run[];
  /** False if the updates of the run and its undos are known to have cleared nothing that they did not send. */
  readonly mayHaveCleared: boolean;
  /** True if only ids that many tenants have suggest that the run was made on this one. */
  readonly mayBeElsewhere: boolean;
  readonly suggest: SuggestCommand;
}

/** How to undo one change of the run. */
export type Reversal =
  | {readonly field: DesiredField}
  | {readonly idToDelete: string}
  | {readonly warning: string}
  | {readonly notUndone: string};
