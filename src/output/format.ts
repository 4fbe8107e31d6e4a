/** What stdout can hold. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv'] as const;
export type Format = (typeof formats)[number];

export function isFormat(text: string | undefined): text is Format {
  return formats.some(format => format === text);
}
