import {describeOddValues} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';

/** Warns once a member about values that are sent although the reference documents objects (2.1). */
export async function warnOfValues({reporter}: ApiContext, bodies: readonly JsonObject[]): Promise<void> {
  const warnings = bodies.flatMap(describeOddValues).map(({warning}) => warning);
  for (const warning of new Set(warnings)) await reporter.warn(warning);
}
