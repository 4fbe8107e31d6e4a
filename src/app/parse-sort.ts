import {UsageError} from '../base/errors.js';

export interface SortOrder {
  readonly path: string;
  readonly isDescending: boolean;
}

/**
 * `label`, `label:desc`, or `label desc` as in `--order-by`.
 *
 * @throws UsageError for another direction, and for `-label`
 */
export function parseSort(text: string): SortOrder {
  const [, path = text, direction] = /^(.+?)(?::|\s+)(asc|desc)$/i.exec(text) ?? [];
  const [, column, unknown] = direction === undefined ? (/^(.+):(\w+)$/.exec(text) ?? []) : [];
  if (unknown !== undefined)
    throw new UsageError(
      `unknown direction ${JSON.stringify(unknown)} in --sort ${text}`,
      `Use ${column} or ${column}:desc.`,
    );
  const [, descending] = /^-(\w.*)$/.exec(path) ?? [];
  if (descending !== undefined)
    throw new UsageError(`unknown column ${JSON.stringify(path)}`, `Use ${descending}:desc.`);
  return {path, isDescending: direction?.toLowerCase() === 'desc'};
}
