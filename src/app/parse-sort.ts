export interface SortOrder {
  readonly path: string;
  readonly isDescending: boolean;
}

/** `label` or `label:desc`. */
export function parseSort(text: string): SortOrder {
  const [, path = text, direction] = /^(.+):(asc|desc)$/.exec(text) ?? [];
  return {path, isDescending: direction === 'desc'};
}
