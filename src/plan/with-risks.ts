import {describeHiddenChoices} from './partial-choices.js';
import type {Plan} from './plan.js';
import {findPartialRefusals} from './plan-refusals.js';
import {describeCarriedFlaws} from './plan-warnings.js';

/** Adds what would be sent wrongly because the tenant may not show all that it has. */
export function withRisks(plan: Plan): Plan {
  const {changes, refusals, warnings} = plan;
  return {
    ...plan,
    refusals: [...refusals, ...findPartialRefusals(changes)],
    warnings: [...warnings, ...describeHiddenChoices(changes), ...describeCarriedFlaws(changes, refusals)],
  };
}

/** A comparison sends nothing, so all that differs may be replaced. */
export function withoutReplaceRefusals(plan: Plan): Plan {
  return {...plan, refusals: plan.refusals.filter(({reason}) => reason !== 'replace')};
}
