import {describeOddValues} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {findMisspellings} from '../../../plan/find-misspellings.js';

/** Warns once of each value that the reference documents as an object (2.1), and of each that looks misspelled. */
export async function warnOfValues({reporter}: ApiContext, bodies: readonly JsonObject[]): Promise<void> {
  const warnings = [
    ...bodies.flatMap(describeOddValues),
    ...bodies.flatMap(findMisspellings).map(({message}) => message),
  ];
  for (const warning of new Set(warnings)) await reporter.warn(warning);
}
