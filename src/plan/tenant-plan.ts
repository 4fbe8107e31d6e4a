import type {CustomField} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';
import type {DesiredState} from './desired-field.js';
import type {UnlistedWrite} from './find-unlisted.js';
import type {Plan} from './plan.js';
import type {PlanMeta} from './plan-document.js';

/** The plan for a tenant, and what it was made from. */
export interface TenantPlan {
  readonly plan: Plan;
  readonly meta: PlanMeta;
  readonly desired: DesiredState;
  readonly current: readonly CustomField[];
  /** Earlier states of fields whose replacement a run left unfinished; a resumed run may still set their defaults. */
  readonly replaced: readonly JsonObject[];
  /** Fields that earlier runs created and no list has shown, so that the plan would create them again. */
  readonly unlisted?: readonly UnlistedWrite[];
  /** The id of the run that this plan undoes. */
  readonly undoes?: string;
  /** The id shared by all runs of one apply to several tenants. */
  readonly fleet?: string;
}
