import {nameTenants} from '../plan/name-tenants.js';
import {type Annotation, annotateFailure, annotateTotals, toAnnotations} from '../plan/plan-annotations.js';
import {summarizePlan} from '../plan/summarize-plan.js';
import type {Member} from './fleet-members.js';
import {describeFleetLosses, summarizeFleet} from './fleet-review.js';
import {withoutIds} from './without-ids.js';

/** The totals of each tenant's plan, on one line for tenants with the same. */
function listTotals(members: readonly Member[]): readonly string[] {
  const totals = members.flatMap(({profile, planned}) =>
    planned ? [{profile, summary: summarizePlan(planned.plan)}] : [],
  );
  return Array.from(
    Map.groupBy(totals, ({summary}) => summary),
    ([summary, those]) => `${nameTenants(those.map(({profile}) => profile))}: ${summary}`,
  );
}

/**
 * Annotates the plans of several tenants. What is the same for several, but for ids, is one annotation without them, as
 * GitHub shows only ten.
 */
export function toFleetAnnotations(members: readonly Member[]): readonly Annotation[] {
  const annotated = members.flatMap(({profile, planned, error}) => {
    if (!planned) return error ? [{profile, whole: annotateFailure(error), general: annotateFailure(error)}] : [];
    const general = toAnnotations(withoutIds(planned.plan));
    const texts = general.map(each => JSON.stringify(each));
    return toAnnotations(planned.plan).map((whole, index) => {
      // The ids tell apart what one tenant has twice.
      const isRepeated = texts.indexOf(texts[index] ?? '') !== texts.lastIndexOf(texts[index] ?? '');
      return {profile, whole, general: (isRepeated ? undefined : general[index]) ?? whole};
    });
  });
  const alike = Map.groupBy(annotated, ({general}) => JSON.stringify(general));
  return [
    ...annotateTotals([summarizeFleet(members), ...listTotals(members)].join('\n'), describeFleetLosses(members)),
    ...[...alike.values()].flatMap(same => {
      const tenants = same.map(({profile}) => profile);
      const isSame = new Set(same.map(({whole}) => JSON.stringify(whole))).size === 1;
      return same.slice(0, 1).map(({whole, general}) => ({...(isSame ? whole : general), tenants}));
    }),
  ];
}
