import type {Topic} from './topic.js';

export const pipelines: Topic = {
  rows: [
    ['fields plan --check', 'exits with code 8 when changes are pending'],
    ['fields plan --format', 'markdown for a pull-request summary, github for annotations on file and line'],
    [
      'fields plan --out plan.json',
      'saves a plan. fields apply plan.json applies it once per machine, and only if a new plan is identical (exit code 10 otherwise); with -f, also only if the files are still the same',
    ],
    [
      'deletions',
      'a field that no file declares is deleted only with --prune. Without a terminal, or with --yes, --expect-deletes COUNT is required as well; it counts deleted fields, replaced fields and removed choices. The plan shows the number, in JSON as summary.losses. --replace NAME deletes and recreates a field whose type changes; its values are lost',
    ],
    [
      'journal',
      'each write is recorded on disk before it is sent. After Ctrl-C, a dropped connection or kill -9, fields apply --resume RUN continues: a write with an unknown outcome is looked up first, and sent again only if it had no effect',
    ],
    [
      'fields runs, fields undo RUN',
      'list the writes made from this machine (create, update, edit, delete and apply) and undo them. In scripts, an update or delete by id needs --journal, which reads the fields first. Deleted fields are recreated with new ids and without their stored values, and a warning says so; if something cannot be undone, it is reported and the exit code is 7. Runs are stored in BIZCTL_STATE_DIR or the data directory for 90 days; the last 50 are kept longer',
    ],
    [
      "--profiles 'cust-*'",
      'plans and applies the same files for many tenants and shows the results as a matrix; --waves 1,5,rest applies them in waves. Tenants beyond the given sizes form a last wave, and a failed wave stops those after it. Such an apply is called a fleet; its id is printed at the end, and fields undo FLEET undoes all of it',
    ],
    [
      'BIZCTL_TENANT',
      'a name for the tenant, so that plans and runs stay valid when its token is rotated (not needed with a profile)',
    ],
    [
      'concurrent writes',
      'on one machine, only one command at a time can write the fields of a tenant: a second apply or undo exits with code 10; other writes wait for up to 30 s, then also exit with code 10. Commands with different tokens are recognized as writing to the same tenant only if they share a profile or BIZCTL_TENANT. Writes from another machine are detected only by the verification at the end of an apply',
    ],
    [
      'GitHub Actions',
      'names and API messages that the runner would execute as workflow commands are escaped; CSV, TSV, --raw and binary output is not escaped; a binary reply that contains such commands is refused',
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
