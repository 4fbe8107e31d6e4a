export interface SortOrder {
  readonly path: string;
  readonly isDescending: boolean;
}

/** `label`, `label:desc`, or `label desc` as in `--order-by`. */
export function parseSort(text: string): SortOrder {
  const [, path = text, direction] = /^(.+?)(?::|\s+)(asc|desc)$/i.exec(text) ?? [];
  return {path, isDescending: direction?.toLowerCase() === 'desc'};
}
