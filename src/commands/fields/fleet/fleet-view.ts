import type {TableView} from '../../../output/view.js';
import {countChanges, type Plan} from '../../../plan/plan.js';

/** The state of one tenant of a fleet. */
export interface FleetRow {
  readonly profile: string;
  /** `undefined` when planning failed. */
  readonly plan: Plan | undefined;
  readonly outcome: 'planned' | 'applied' | 'nothing to do' | 'failed' | 'not tried';
  readonly error?: string | undefined;
}

export const fleetTable: TableView<FleetRow> = {
  noun: 'tenants',
  isFinite: true,
  columns: () => [
    {path: 'profile', weight: 5, least: 16},
    {path: 'create', least: 6},
    {path: 'update', least: 6},
    {path: 'replace', least: 7},
    {path: 'delete', least: 6},
    {path: 'unchanged', least: 9},
    {path: 'outcome', least: 13},
    {path: 'error', weight: 1, least: 10},
  ],
  documented: ['profile', 'create', 'update', 'replace', 'delete', 'unchanged', 'outcome', 'error'],
  toValue: ({profile, plan, outcome, error}) => ({
    profile,
    ...(plan ? countChanges(plan.changes) : {create: null, update: null, replace: null, delete: null}),
    unchanged: plan?.unchanged ?? null,
    outcome,
    error: error ?? null,
  }),
};
