import type {Topic} from './topic.js';

export const sandbox: Topic = {
  rows: [
    [
      '--sandbox',
      'runs inside bizctl and needs no base URL, token or network. Its state is kept in your data directory',
    ],
    [
      '--sandbox FILE',
      'keeps the state in FILE. The next word is taken as FILE if it contains a slash or has an extension, unless it ends in .yaml or .yml, so put plan.json before --sandbox; --sandbox=FILE always works, and :memory: stores nothing',
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
      'applies your file once for each fault at each request, including kills, then resumes it and checks that nothing is duplicated or lost and that the tenant matches; exits with code 7 if a case fails',
    ],
    [
      'filters and orders',
      "the sandbox accepts --filter 'type.primitive_type = PHONE and label ~ \"line\"' and --order-by 'label desc, name'; the syntax is its own, because the API reference defines none",
    ],
  ],
  example: `$ bizctl fields create --name x --type phone --sandbox=:memory: \\
    --fault 'POST /v2/customFields: commit-then-reset'
`,
};
