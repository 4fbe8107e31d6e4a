import type {Format} from './format.js';

export const formats = {
  table: {
    isMachine: false,
    isTabular: false,
    holdsDocuments: true,
    jq: undefined,
    load: async () => (await import('./formats/table.js')).table,
  },
  json: {
    isMachine: true,
    isJson: true,
    isTabular: false,
    holdsDocuments: true,
    jq: 'whole',
    load: async () => (await import('./formats/json.js')).json,
  },
  ndjson: {
    isMachine: true,
    isJson: true,
    isTabular: false,
    holdsDocuments: false,
    jq: 'each',
    load: async () => (await import('./formats/ndjson.js')).ndjson,
  },
  yaml: {
    isMachine: true,
    isTabular: false,
    holdsDocuments: true,
    jq: undefined,
    load: async () => (await import('./formats/yaml.js')).yaml,
  },
  csv: {
    isMachine: true,
    isTabular: true,
    holdsDocuments: false,
    jq: undefined,
    load: async () => (await import('./formats/csv.js')).csv,
  },
  tsv: {
    isMachine: true,
    isTabular: true,
    holdsDocuments: false,
    jq: undefined,
    load: async () => (await import('./formats/tsv.js')).tsv,
  },
} as const satisfies {readonly [name: string]: Format};

export const formatNames: readonly string[] = Object.keys(formats);

/** The names of the formats that pass a test. */
export function formatsWith(passes: (format: Format) => boolean): readonly string[] {
  return Object.entries<Format>(formats).flatMap(([name, format]) => (passes(format) ? name : []));
}

export function findFormat(name: string | undefined): Format | undefined {
  return Object.entries(formats).find(([known]) => known === name)?.[1];
}
