import type {DetailView} from '../../../output/view.js';
import {listDiffering, stateOf, toDiffDocument} from '../../../plan/diff-document.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {describeIdentity} from '../runs/identify-tenant.js';
import {listDetails} from './plan-details.js';
import {listProblems, nameChange, toDetailLine} from './plan-view.js';
import type {Shortening} from './shortening.js';
import {summarizeDiff} from './summarize-plan.js';

const stateLabels = {missing: '+ missing', differs: '~ differs', extra: '- extra'} as const;

/** A plan as a comparison: how the tenant differs, and not what an apply would do about it. */
export const toDiffView = (shortening: Shortening): DetailView<TenantPlan> => ({
  toValue: ({plan, meta}) => toDiffDocument(plan, meta.tenant),
  documented: ['base_url', 'tenant', 'summary', 'fields', 'refusals', 'warnings'],
  lines: ({plan, meta}) => [
    ...listDiffering(plan).map(({place, ...change}) => ({
      label: stateLabels[stateOf(change)],
      value: nameChange({...change, ...(place === undefined ? {} : {place: `declared in ${place}`})}),
      // A replacement's body is not a difference, so it is left out.
      lines: () =>
        listDetails(change.action === 'replace' ? {...change, action: 'update', body: {}} : change, shortening).map(
          toDetailLine,
        ),
    })),
    ...listProblems(plan),
    {label: 'tenant', value: [{text: describeIdentity(meta.tenant)}]},
    {label: 'diff', value: [{text: summarizeDiff(plan), style: 'strong'}]},
  ],
});
