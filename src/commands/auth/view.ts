import {BizctlError} from '../../base/errors.js';
import type {TableView} from '../../output/view.js';
import type {ConnectionState} from './check-connection.js';

function nameOf({profile}: ConnectionState): string {
  return profile ?? '(environment)';
}

/** Omits the name of a profile, which is on the same line. */
function showSource(source: string | undefined): string {
  if (source === undefined) return 'none';
  return source.startsWith('profile ') ? 'profile' : source;
}

function connectionOf({found}: ConnectionState) {
  return found instanceof BizctlError ? undefined : found;
}

export const statusTable: TableView<ConnectionState> = {
  isFinite: true,
  columns: () => [
    {path: 'profile', weight: 5, minWidth: 12, show: nameOf},
    {path: 'is_current', title: 'in use', weight: 1, show: ({isCurrent}) => (isCurrent ? 'yes' : '')},
    {
      path: 'base_url',
      title: 'base URL',
      weight: 4,
      // Cut, it may be that of another tenant on the same host.
      minWidth: 40,
      show: state => connectionOf(state)?.baseUrl.href ?? '',
    },
    {path: 'base_url_source', title: 'base URL from', show: state => showSource(connectionOf(state)?.baseUrlSource)},
    {path: 'token_source', title: 'token from', weight: 1, show: state => showSource(connectionOf(state)?.tokenSource)},
    {
      path: 'problem',
      title: 'works',
      weight: 5,
      minWidth: 12,
      show: ({problem}) => (problem ? `no: ${problem.message}` : 'yes'),
    },
  ],
  documented: ['profile', 'is_current', 'base_url', 'base_url_source', 'token_source', 'works', 'problem'],
  toValue: state => ({
    profile: state.profile ?? null,
    is_current: state.isCurrent,
    base_url: connectionOf(state)?.baseUrl.href ?? null,
    base_url_source: connectionOf(state)?.baseUrlSource ?? null,
    token_source: connectionOf(state)?.tokenSource ?? null,
    works: state.problem === undefined,
    problem: state.problem?.message ?? null,
  }),
};
