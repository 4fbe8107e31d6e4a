import type {Topic} from './topic.js';

export const pipelines: Topic = {
  rows: [
    ['fields plan --check', 'ends with exit code 8 when changes are pending'],
    ['fields plan --format', 'markdown for a summary of the pull request, github for annotations at file and line'],
    [
      'fields plan --out plan.json',
      'saves a plan. fields apply plan.json applies it once, and only if a fresh plan is the same (exit code 10 otherwise)',
    ],
    [
      'deletions',
      'nothing is deleted without --prune, and where nobody is asked (no terminal, or --yes) also not without --expect-deletes COUNT: deleted fields, replaced fields and removed choices together. --replace NAME deletes and recreates a field whose type changes; its values are lost',
    ],
    [
      'journal',
      'each write is recorded on disk before it is sent. After Ctrl-C, a lost network or kill -9, fields apply --resume RUN continues: what is unknown is looked up, never sent again',
    ],
    [
      'fields runs, fields undo RUN',
      'list what was written from this machine, and undo it: create, update, edit, delete and apply. Values of deleted fields cannot come back; what cannot be restored is named, with exit code 7. Runs are kept for 90 days, in the data directory or BIZCTL_STATE_DIR',
    ],
    [
      "--profiles 'cust-*'",
      'plans and applies the same files for many tenants and shows them as a matrix; --waves 1,5,rest applies them in waves and stops after a wave that fails. One fields undo takes them all back',
    ],
    [
      'BIZCTL_TENANT',
      'names the tenant where tokens are rotated and no profile names it; a plan belongs to the tenant that it was made for',
    ],
    [
      'two applies at a time',
      'from one machine, the second ends with exit code 10; across machines, the verification at the end detects it',
    ],
    [
      'GitHub Actions',
      'names and messages of the API that its runner would carry out as commands are broken by escapes; CSV, TSV and --raw stay exact',
    ],
  ],
  example: `GitLab:
  plan:
    rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]
    script: bizctl fields plan -f fields/ --format markdown | tee plan.md
    artifacts: {paths: [plan.md]}
  apply:
    rules: [{if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH}]
    script: bizctl fields apply -f fields/ --yes --output ndjson
`,
};
