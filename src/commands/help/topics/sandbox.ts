import type {Topic} from './topic.js';

export const sandbox: Topic = {
  rows: [
    [
      '--sandbox',
      "runs inside the process and needs no address, token or network. Its state is kept in the user's data directory",
    ],
    [
      '--sandbox FILE',
      'keeps the state in a file; a word with a slash or an extension other than .yaml is a file name; --sandbox=FILE always works; :memory: stores nothing',
    ],
    ['sandbox serve', 'serves the sandbox over HTTP on this machine, with the API as OpenAPI 3.1 at /openapi.json'],
    ['sandbox reset', 'restores the initial state'],
    [
      "--fault 'METHOD /v2/PATH#N: EFFECT'",
      'fails the Nth matching request; without #N, all of them; a * at the end of the path matches anything',
    ],
    [
      'effects',
      'any status, such as 503, with retry-after=2 or body=…; delay MS, hang, reset (before the request is carried out), commit-then-reset (after), truncate, type text/html; with --sandbox also kill and commit-then-kill',
    ],
    [
      'sandbox sweep -f FILE',
      'applies your file once for each fault at each request, including kills, then resumes it and checks that nothing is duplicated or lost and that the tenant matches; ends with exit code 7 if a case fails',
    ],
    [
      'filters and orders',
      "such as --filter 'type.primitive_type = PHONE and label ~ \"line\"' and --order-by 'label desc, name'; the reference does not define their syntax",
    ],
  ],
  example: `$ bizctl fields create --name x --type phone --sandbox=:memory: \\
    --fault 'POST /v2/customFields: commit-then-reset'
`,
};
