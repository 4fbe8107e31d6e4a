import {showLocalTime} from '../../../output/local-time.js';
import type {TableView} from '../../../output/view.js';
import type {RunWrite} from '../../../plan/list-run-writes.js';
import {toDocumented} from '../../../plan/plan-document.js';
import type {Run, WriteState} from '../../../plan/run.js';
import {runPaths, runWritePaths} from '../../field-words.js';
import {showDifference} from '../show/describe-changes.js';
import {describeAddress} from './identify-tenant.js';

function describeOutcome({outcome, writes}: Run): string {
  if (outcome !== undefined) return outcome === 'converged' ? 'verified' : outcome.replaceAll('_', ' ');
  const isOpen = writes.some(({state}) => state === 'open');
  return isOpen ? 'running or interrupted; the outcome of a write is unknown' : 'running or interrupted';
}

function commandOf({command, undoes}: Run): string {
  return command ?? (undoes === undefined ? 'apply' : 'undo');
}

/** Such as `apply on acme (https://api.example.com/), 2026-11-23 09:30: verified`. */
export function describeRun(run: Run, zone: () => string): string {
  const {tenant} = run.plan;
  const address = describeAddress(run.plan);
  const undone = run.undoes === undefined ? '' : ` of ${run.undoes}`;
  return `${commandOf(run)}${undone} on ${tenant === null ? address : `${tenant} (${address})`}, ${showStart(run, zone)}: ${describeOutcome(run)}`;
}

function showStart({began}: Run, zone: () => string): string {
  return showLocalTime(began, zone) ?? began;
}

/** Such as `2026-11-23 09:30  update budget, phone: done`, for a list of the runs of one tenant. */
export function describeInList(run: Run, zone: () => string): string {
  const names = [...new Set(run.writes.map(({name}) => name))].join(', ');
  return `${showStart(run, zone)}  ${commandOf(run)} ${names}: ${describeOutcome(run)}`;
}

function count(run: Run, state: WriteState['state']): number {
  return run.writes.filter(write => write.state === state).length;
}

export const runTable: TableView<Run> = {
  isFinite: true,
  columns: () => [
    {path: 'run', weight: 5, minWidth: 24},
    {path: 'began', title: 'started', weight: 3},
    {path: 'command'},
    {path: 'done'},
    {path: 'failed'},
    {path: 'open', title: 'unknown'},
    {path: 'outcome', weight: 4, minWidth: 11, show: describeOutcome},
    {path: 'tenant', weight: 4, minWidth: 8},
    {path: 'base_url', minWidth: 16, show: run => describeAddress(run.plan)},
    {path: 'undoes', minWidth: 6},
    {path: 'fleet', minWidth: 6},
  ],
  documented: runPaths,
  toValue: run => ({
    run: run.run,
    command: commandOf(run),
    tenant: run.plan.tenant,
    base_url: run.plan.base_url,
    began: run.began,
    done: count(run, 'done'),
    failed: count(run, 'failed'),
    open: count(run, 'open'),
    outcome: run.outcome ?? 'interrupted',
    undoes: run.undoes ?? null,
    fleet: run.fleet ?? null,
  }),
};

/** Only of updates: creates and deletes concern every member. */
function describeUpdate({action, changes}: RunWrite): string {
  return action === 'update' ? changes.map(showDifference).join('; ') : '';
}

export const writeTable: TableView<RunWrite> = {
  isFinite: true,
  columns: () => [
    {path: 'action'},
    {path: 'name', weight: 5, minWidth: 16},
    {path: 'id', weight: 1, minWidth: 16},
    {path: 'state', title: 'outcome', minWidth: 6, show: ({state}) => (state === 'open' ? 'unknown' : state)},
    {path: 'changes', weight: 2, minWidth: 16, show: describeUpdate},
    {path: 'note', weight: 1, minWidth: 10},
  ],
  documented: runWritePaths,
  toValue: ({action, name, id, state, changes, note}) => ({
    action,
    name,
    id: id ?? null,
    state,
    changes: changes.map(toDocumented),
    note: note ?? null,
  }),
};
