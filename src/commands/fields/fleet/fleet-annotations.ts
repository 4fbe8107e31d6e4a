import {nameTenants} from '../plan/name-tenants.js';
import {type Annotation, annotateFailure, annotateTotals, toAnnotations} from '../plan/plan-annotations.js';
import {summarizePlan} from '../plan/summarize-plan.js';
import type {Member} from './fleet-members.js';
import {describeFleetLosses, summarizeFleet} from './summarize-fleet.js';
import {groupAlike, withoutIds} from './without-ids.js';

/** The totals of each tenant's plan, on one line for tenants with the same. */
function listTotals(members: readonly Member[]): readonly string[] {
  const totals = members.flatMap(({profile, planned}) =>
    planned ? [{profile, summary: summarizePlan(planned.plan)}] : [],
  );
  return Array.from(
    Map.groupBy(totals, ({summary}) => summary),
    ([summary, tenants]) => `${nameTenants(tenants.map(({profile}) => profile))}: ${summary}`,
  );
}

/**
 * Annotates the plans of several tenants. What is the same for several, but for ids, is one annotation without them, as
 * GitHub shows only ten.
 */
export function toFleetAnnotations(members: readonly Member[]): readonly Annotation[] {
  const annotated = members.flatMap(({profile, planned, error}) => {
    if (!planned) return error ? [{profile, own: annotateFailure(error), shared: annotateFailure(error)}] : [];
    const shared = toAnnotations(withoutIds(planned.plan));
    const texts = shared.map(each => JSON.stringify(each));
    return toAnnotations(planned.plan).map((own, index) => {
      // The ids are kept where one tenant would otherwise repeat an annotation.
      const isRepeated = texts.indexOf(texts[index] ?? '') !== texts.lastIndexOf(texts[index] ?? '');
      return {profile, own, shared: (isRepeated ? undefined : shared[index]) ?? own};
    });
  });
  return [
    ...annotateTotals([summarizeFleet(members), ...listTotals(members)].join('\n'), describeFleetLosses(members)),
    ...groupAlike(annotated, JSON.stringify).map(({item, names}) => ({...item, tenants: names})),
  ];
}
