import {describeOddValues} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {findUndocumented} from '../../../plan/find-undocumented.js';

/** Warns once of each value that the reference documents as an object (2.1), and of each that looks misspelled. */
export async function warnOfValues({reporter}: ApiContext, bodies: readonly JsonObject[]): Promise<void> {
  const warnings = [
    ...bodies.flatMap(describeOddValues),
    ...bodies.flatMap(findUndocumented).flatMap(({isMisspelled, message}) => (isMisspelled ? [message] : [])),
  ];
  for (const warning of new Set(warnings)) await reporter.warn(warning);
}
