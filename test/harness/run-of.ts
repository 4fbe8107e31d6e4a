import type {Run} from '../../src/plan/run.js';

/** A run that has recorded nothing yet, but for what is given. */
export function runOf(more: Partial<Run> = {}, changes: Run['plan']['changes'] = []): Run {
  return {
    run: 'r',
    began: '2026-11-25T08:00:00Z',
    command: undefined,
    isUnread: false,
    plan: {base_url: 'https://x', tenant: null, token_fingerprint: null, seen: [], changes},
    document: {},
    before: [],
    writes: [],
    outcome: undefined,
    wasUndone: false,
    outcomeBeforeUndo: undefined,
    undoes: undefined,
    fleet: undefined,
    ignored: [],
    effects: [],
    ...more,
  };
}
