import {type BizctlError, InterruptedError} from '../../../base/errors.js';
import type {TableView} from '../../../output/view.js';
import {countLosses} from '../../../plan/losses.js';
import {countChanges} from '../../../plan/plan.js';
import {toPlanDocument} from '../../../plan/plan-document.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';

export interface FleetRow {
  readonly profile: string;
  /** `undefined` when planning failed. */
  readonly planned: TenantPlan | undefined;
  /** The id of the run that was applied to it, or undone. */
  readonly run: string | undefined;
  readonly outcome:
    | 'planned'
    | 'refused'
    | 'applied'
    | 'undone'
    | 'partly undone'
    | 'nothing to do'
    | 'failed'
    | 'interrupted'
    | 'not tried';
  readonly error?: string | undefined;
}

export function toFailedOutcome(error: BizctlError): Pick<FleetRow, 'outcome' | 'error'> {
  return {outcome: error instanceof InterruptedError ? 'interrupted' : 'failed', error: error.message};
}

export const fleetTable: TableView<FleetRow> = {
  isFinite: true,
  columns: () => [
    {path: 'profile', weight: 5, minWidth: 16},
    {path: 'outcome', minWidth: 13},
    {path: 'losses'},
    {path: 'create'},
    {path: 'update'},
    {path: 'replace'},
    {path: 'delete'},
    {path: 'unchanged'},
    {path: 'run', minWidth: 28},
    {path: 'error', weight: 1, minWidth: 10},
  ],
  documented: [
    'profile',
    'create',
    'update',
    'replace',
    'delete',
    'losses',
    'unchanged',
    'outcome',
    'run',
    'error',
    'plan',
  ],
  toValue: ({profile, planned, outcome, run, error}) => ({
    profile,
    ...(planned ? countChanges(planned.plan.changes) : {create: null, update: null, replace: null, delete: null}),
    losses: planned ? countLosses(planned.plan.changes).total : null,
    unchanged: planned?.plan.unchanged ?? null,
    outcome,
    run: run ?? null,
    error: error ?? null,
    plan: planned ? toPlanDocument(planned.plan, planned.meta) : null,
  }),
};
