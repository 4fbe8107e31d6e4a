import {merge} from '../../../api/merge.js';
import {UsageError} from '../../../base/errors.js';
import {isObject, type Json, numberOf, objectOf, stringOf} from '../../../json/json.js';
import type {BodyOptions} from './body-options.js';

/** A validator must have a size (2.3), so `--required` alone sends one that allows any value. */
const anySize = {size: 0, size_type: 'MIN'};

function isOfKind(validator: Json, kind: string): boolean {
  // An API may spell it in lower case.
  return stringOf(objectOf(objectOf(validator)?.['size'])?.['size_type'])?.toUpperCase() === kind;
}

function sizeOf(validators: readonly Json[], kind: string): number | undefined {
  const found = validators.find(validator => isOfKind(validator, kind));
  return numberOf(objectOf(objectOf(found)?.['size'])?.['size']);
}

function withSize(validators: readonly Json[], kind: string, size: number | undefined): readonly Json[] {
  if (size === undefined) return validators;
  const desired = {size: {size, size_type: kind}};
  if (validators.some(validator => isOfKind(validator, kind)))
    return validators.map((validator, index) =>
      isOfKind(validator, kind) ? merge(desired, validator, ['validators', index]) : validator,
    );
  const isRequired = validators.some(validator => objectOf(validator)?.['required'] === true);
  return [...validators, {...(isRequired ? {required: true} : {}), ...desired}];
}

/** Returns the validators with the flags applied; `undefined` if no flag concerns them. */
export function buildValidators(
  {required, minSize, maxSize}: BodyOptions,
  base: readonly Json[],
): readonly Json[] | undefined {
  if (required === undefined && minSize === undefined && maxSize === undefined) return undefined;
  const sized = withSize(withSize(base, 'MIN', minSize), 'MAX', maxSize);
  const [min, max] = [sizeOf(sized, 'MIN'), sizeOf(sized, 'MAX')];
  if (min !== undefined && max !== undefined && min > max)
    throw new UsageError(
      `minimum size ${min} is greater than maximum size ${max}`,
      'Lower the minimum or raise the maximum.',
    );
  if (required === undefined) return sized;
  if (sized.length === 0) return required ? [{required, size: anySize}] : [];
  return sized.map(validator => (isObject(validator) ? {...validator, required} : validator));
}
