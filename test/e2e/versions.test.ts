import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import type {RequestListener, ServerResponse} from 'node:http';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {builds, createHome, start} from '../harness/built-program.js';
import {openServer} from '../harness/local-server.js';
import {openPty} from '../harness/pty.js';

/** A server on this host. */
async function serve(answer: RequestListener) {
  const server = await openServer(answer);
  return {url: `http://127.0.0.1:${server.port}/`, close: () => server[Symbol.asyncDispose]()};
}

function answerJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, {'content-type': 'application/json'});
  response.end(JSON.stringify(body));
}

const rows = (from: number, count: number) =>
  Array.from({length: count}, (_, row) => ({id: `cf_${from + row}`, name: `name_${from + row}`}));

describe.each(builds)('on %s', (name, build) => {
  const [command, ...first] = build;
  const isExecutable = first.length === 0;
  const home = createHome();
  const {env} = home;
  const run = (args: readonly string[], more: {readonly env?: NodeJS.ProcessEnv; readonly stdin?: string} = {}) =>
    start(command, [...first, ...args], {...more, env: {...env, ...more.env}}).ended;
  const shell = (line: string, more: NodeJS.ProcessEnv = {}) =>
    start('bash', ['-c', line.replaceAll('bizctl', build.map(word => `"${word}"`).join(' '))], {env: {...env, ...more}})
      .ended;
  const open = (
    args: readonly string[],
    more: {readonly columns?: number; readonly rows?: number; readonly url?: string} = {},
  ) => openPty(args, {...more, build, env: {...env, ...(more.url === undefined ? {} : {BIZCTL_BASE_URL: more.url})}});

  let slow: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    // The first page arrives at once, the second never.
    slow = await serve((request, response) => {
      if (request.url?.includes('page_token')) return;
      answerJson(response, {custom_fields: rows(0, 3), next_page_token: 'never'});
    });
  });
  afterAll(async () => {
    await slow.close();
    home.remove();
  });

  test('runs on the runtime it names', async () => {
    const seen: string[] = [];
    const api = await serve(({headers}, response) => {
      seen.push(headers['user-agent'] ?? '');
      answerJson(response, {custom_fields: []});
    });
    onTestFinished(api.close);
    await run(['fields', 'list', '--base-url', api.url]);
    expect(seen).toEqual([expect.stringContaining(isExecutable ? '(Bun ' : `(${name}.`)]);
  });

  test('needs no home directory to read with a token (row 86)', async () => {
    const api = await serve((_request, response) => answerJson(response, {custom_fields: rows(0, 1)}));
    onTestFinished(api.close);
    const more = {env: {HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', BIZCTL_TOKEN: 'x', BIZCTL_BASE_URL: api.url}};
    const list = ['fields', 'list', '--output', 'ndjson', '--columns', 'id'];
    expect(await run(list, more)).toEqual({exitCode: 0, stdout: '{"id":"cf_0"}\n', stderr: ''});
    expect(await run(['profile', 'list'], more)).toMatchObject({
      exitCode: 11,
      stderr: expect.stringMatching(
        /^error: no home directory.*\nhint: Set HOME to an absolute path, or set BIZCTL_CONFIG_DIR\.\n$/,
      ),
    });
    expect(await run(['profile', 'list'], {env: {...more.env, HOME: 'here'}})).toEqual({
      exitCode: 11,
      stdout: '',
      stderr:
        'error: no home directory: here/.config/bizctl is not an absolute path\nhint: Set HOME to an absolute path, or set BIZCTL_CONFIG_DIR.\n',
    });
    expect(await run(['profile', 'list'], {env: {...more.env, HOME: home.path, XDG_CONFIG_HOME: 'here'}})).toEqual({
      exitCode: 11,
      stdout: '',
      stderr:
        'error: XDG_CONFIG_HOME is not an absolute path: "here"\nhint: Set XDG_CONFIG_HOME to an absolute path, or unset it.\n',
    });
    const named = {BIZCTL_CONFIG_DIR: join(home.path, 'named'), BIZCTL_STATE_DIR: join(home.path, 'named')};
    for (const line of [
      ['fields', 'runs', '--quiet'],
      ['profile', 'list', '--quiet'],
    ])
      expect((await run(line, {env: {...more.env, ...named}})).exitCode).toBe(0);
  });

  test.skipIf(process.platform === 'win32')('what it writes can be read again under any umask', async () => {
    const line = 'profile add masked --base-url http://127.0.0.1:9 --quiet';
    const set = `export HOME="$HOME/masked" XDG_CONFIG_HOME=; (umask 0777; bizctl ${line})`;
    expect(await shell(`mkdir "$HOME/masked"; ${set} && find "$HOME" -name config.json -perm 600`)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/config\.json\n$/),
      stderr: '',
    });
  });

  // A container whose user the system does not know has no home directory.
  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'needs no entry of the user in the system (row 86)',
    async () => {
      const line =
        'unset HOME; exec setpriv --reuid 4242 --regid 4242 --clear-groups bizctl fields list --sandbox=:memory: --limit 1 --json --columns id --quiet';
      expect((await shell(line)).exitCode).toBe(0);
    },
  );

  test('says that the disk is full when the sandbox cannot be reset, and keeps its state (row 169)', async () => {
    const file = join(home.path, 'full.db');
    await run(['sandbox', 'reset', '--yes', '--sandbox', file]);
    const before = readFileSync(file);
    expect(await shell(`trap '' XFSZ; ulimit -f 40; bizctl sandbox reset --yes --sandbox "$HOME/full.db"`)).toEqual({
      exitCode: 11,
      stdout: '',
      stderr: `error: cannot write the sandbox state ${file}: no space left\nhint: Free some space, or use a file on another disk with --sandbox FILE.\n`,
    });
    expect(readFileSync(file)).toEqual(before);
  });

  test('says what was done and how to go on when the disk fills up during an apply (rows 22, 169)', async () => {
    const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
    const fields = Array.from({length: 60}, (_none, index) => ({name: `n${index}`, label: 'L'.repeat(200), type}));
    writeFileSync(join(home.path, 'many.yaml'), JSON.stringify({custom_fields: fields}));
    const {exitCode, stderr} = await shell(
      `trap '' XFSZ; ulimit -f 52; bizctl fields apply -f "$HOME/many.yaml" --yes --sandbox=:memory: > /dev/null`,
    );
    expect({exitCode, end: stderr.trimEnd().split('\n').slice(-2)}).toEqual({
      exitCode: 7,
      end: [
        expect.stringMatching(/^error: \d+ of 60 changes were not applied$/),
        expect.stringMatching(
          /^hint: The API accepted the others\. The causes are listed above\. To resume, run: bizctl fields apply --resume /,
        ),
      ],
    });
  });

  test('ignores .env and bunfig.toml of the current directory (row 75)', async () => {
    writeFileSync(join(home.path, '.env'), 'BIZCTL_BASE_URL=http://127.0.0.1:1/\nBIZCTL_TOKEN=from-a-project\n');
    writeFileSync(join(home.path, 'bunfig.toml'), 'preload = ["./preload.js"]\n');
    writeFileSync(join(home.path, 'preload.js'), 'console.log("preloaded")\n');
    expect(await shell(`cd "$HOME" && bizctl fields list`)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: no base URL is configured\nhint: Run bizctl auth login, pass --base-url, set BIZCTL_BASE_URL, or add --sandbox to try the command on the embedded sandbox.\n',
    });
  });

  test('prints numbers digit for digit (row 56)', async () => {
    const row = '{"id":"a","n":1.10,"long":12345678901234567890123,"e":1e400,"minus":-0,"2":0,"1":"é😀"}';
    const api = await serve((_request, response) => {
      response.writeHead(200, {'content-type': 'application/json'});
      response.end(`{"custom_fields":[${row}]}`);
    });
    onTestFinished(api.close);
    const at = ['--base-url', api.url];
    expect(await run(['fields', 'list', '--output', 'ndjson', ...at])).toEqual({
      exitCode: 0,
      stdout: `${row}\n`,
      stderr: '',
    });
    const line = ['fields', 'list', '--output', 'ndjson', '--jq', '.n, .long, .["1"]', ...at];
    expect((await run(line)).stdout).toBe('1.10\n12345678901234567890123\n"é😀"\n');
  });

  test.each([40, 80, 200])('fits a table to %i columns', async columns => {
    const {lines, exitCode} = await open(['fields', 'list', '--sandbox'], {columns}).ended;
    expect(exitCode).toBe(0);
    const [rows = ''] = lines.join('\n').split('\nnote: ');
    expect(rows.match(/^(?:cf_\d{12}  )?[a-z_]+…? +[a-z]+/gm)).toHaveLength(26);
  });

  test('sends a table longer than the screen to the pager, and prints it when there is none', async () => {
    const paged = (pager: string) =>
      openPty(['deals', 'list', '--sandbox', '--limit', '30'], {build, rows: 20, env: {...env, BIZCTL_PAGER: pager}})
        .ended;
    const sent = await paged('sed s/^deal_/page_/');
    expect(sent.exitCode).toBe(0);
    expect(sent.lines.slice(0, 15).filter(line => !line.startsWith('page_'))).toEqual([]);
    // A script without a "#!" line is run by the shell.
    const script = join(home.path, 'pager');
    writeFileSync(script, 'sed s/^deal_/page_/\n', {mode: 0o755});
    expect(await paged(script)).toEqual(sent);
    const written = await paged('no-such-pager');
    expect(written.exitCode).toBe(0);
    expect(written.lines.slice(0, 15).filter(line => !line.startsWith('deal_'))).toEqual([]);
  });

  test('in a CI job, draws nothing again and uses no color, even at a terminal (row 99)', async () => {
    const job = openPty(['fields', 'list', '--limit', '30'], {
      build,
      rows: 20,
      env: {...env, CI: 'true', BIZCTL_BASE_URL: slow.url, BIZCTL_PAGER: 'sed s/^/page/'},
    });
    let written = '';
    job.pty.onData(chunk => (written += chunk));
    await job.shows('cf_2');
    job.pty.write('\u0003');
    expect((await job.ended).exitCode).toBe(130);
    expect(written).toMatch(/^ID[^]*\ncf_2 /);
    expect(written).not.toContain('\u001b');
  });

  test('Ctrl-C during a list leaves the rows and the cursor, but no progress', async () => {
    const screen = open(['fields', 'list'], {url: slow.url});
    await screen.shows('waiting for page 2');
    screen.pty.write('\u0003');
    const {lines, exitCode} = await screen.ended;
    expect({exitCode, ids: lines.filter(line => line.startsWith('cf_')).length, last: lines.at(-1)}).toEqual({
      exitCode: 130,
      ids: 3,
      last: 'hint: Continue with --page-token never',
    });
    expect(lines.join('\n')).not.toContain('waiting');
  });

  test('Ctrl-C aborts a request at once, even after a garbage collection', async () => {
    const collect = 'data:text/javascript,setInterval(() => globalThis.gc(), 10).unref()';
    const screen = openPty(['fields', 'list'], {
      build: isExecutable ? build : [command, '--expose-gc', '--import', collect, ...first],
      env: {...env, BIZCTL_BASE_URL: slow.url},
    });
    await screen.shows('3 rows, 1.');
    screen.pty.write('\u0003');
    const {lines, exitCode} = await screen.ended;
    expect({exitCode, last: lines.at(-1)}).toEqual({exitCode: 130, last: 'hint: Continue with --page-token never'});
  });

  test.each([
    ['nosuch "x"', String.raw`error: cannot run the pager "nosuch \"x\""`],
    ['sh -c "exit 126"', String.raw`error: cannot run the pager "sh -c \"exit 126\""`],
    ['sh -c "exit 3"', String.raw`error: the pager "sh -c \"exit 3\"" exited with code 3`],
  ])('fails when the pager %s does not work', async (pager, message) => {
    const run = openPty(['deals', 'list', '--sandbox'], {build, rows: 20, env: {...env, BIZCTL_PAGER: pager}});
    const {lines, exitCode} = await run.ended;
    expect({exitCode, message: lines.find(line => line.startsWith('error'))}).toEqual({exitCode: 11, message});
  });

  test('redraws cleanly when the terminal is resized during a list', async () => {
    const screen = open(['fields', 'list'], {url: slow.url, columns: 60});
    await screen.shows('waiting for page 2');
    screen.terminal.resize(42, 60);
    screen.pty.resize(42, 60);
    screen.pty.write('\u0003');
    const {lines} = await screen.ended;
    expect(lines.filter(line => line.includes('cf_'))).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('waiting');
  });

  test('exits with 130 on Ctrl-C in a prompt and in a wait', async () => {
    const prompt = open(['auth', 'login', '--base-url', slow.url]);
    await prompt.shows('Token for http://127.0.0.1');
    prompt.pty.write('\u0003');
    expect((await prompt.ended).exitCode).toBe(130);

    const question = open(['fields', 'delete', 'cf_000000000006', '--sandbox']);
    await question.shows('Delete this custom field');
    question.pty.write('\u0003');
    const {exitCode, lines} = await question.ended;
    expect({exitCode, last: lines.at(-1)}).toEqual({exitCode: 130, last: 'error: interrupted; nothing was changed'});

    let asked = () => {};
    const isAsked = new Promise<void>(resolve => {
      asked = resolve;
    });
    const busy = await serve((_request, response) => {
      response.setHeader('retry-after', '20');
      answerJson(response, {message: 'slow down'}, 429);
      response.once('finish', asked);
    });
    const waiting = open(['fields', 'list'], {url: busy.url});
    await isAsked;
    await waiting.shows('rate limited, retrying in 20 s');
    waiting.pty.write('\u0003');
    expect(await waiting.ended).toMatchObject({exitCode: 130, lines: ['error: interrupted']});
    await busy.close();
  });

  test('hides a typed token, loses none of many logins, and nothing on a full disk (rows 83, 84)', async () => {
    const api = await serve((_request, response) => answerJson(response, {results: []}));
    const login = open(['auth', 'login', '--base-url', api.url]);
    await login.shows('Token for http://127.0.0.1');
    login.pty.write('very-secret-token\r');
    const {lines, exitCode} = await login.ended;
    expect(exitCode).toBe(0);
    expect(lines.join('\n')).not.toContain('very-secret');
    expect(readFileSync(join(home.path, 'config/bizctl/config.json'), 'utf8')).toContain('very-secret-token');

    await Promise.all(
      Array.from({length: 20}, (_, number) =>
        run(['auth', 'login', '--profile', `p${number}`, '--base-url', api.url], {stdin: `very-secret-${number}`}),
      ),
    );
    const listed = await run(['profile', 'list', '--json', '--columns', 'name']);
    expect(JSON.parse(listed.stdout)).toHaveLength(21);

    // Row 84: on a full disk the old file stays unchanged, and no other is left.
    const before = readFileSync(join(home.path, 'config/bizctl/config.json'), 'utf8');
    const full = await shell(
      `ulimit -f 0; printf x-secret | bizctl auth login --profile more --base-url ${api.url} 2>&1 >&2 | cat`,
    );
    expect(full.stdout).toContain('file too large (EFBIG); nothing was changed');
    expect(readFileSync(join(home.path, 'config/bizctl/config.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(home.path, 'config/bizctl')).sort()).toEqual(['config.json', 'config.json.lock']);
    await api.close();
  });

  test('asks in plain lines where the terminal cannot redraw', async () => {
    const wizard = openPty(['fields', 'create', '--sandbox'], {build, env: {...env, TERM: 'dumb'}});
    for (const [question, answer] of [
      ['Name (cannot be changed later): ', `plain_${name.replaceAll(/\W/g, '_')}`],
      ['Type (cannot be changed later) (1 to 7): ', '9'],
      ['Enter a number from the list.', '4'],
      ['Label shown to people', ''],
      ['Description', ''],
      ['Require a value? (1 to 2): ', 'yes'],
      ['Choices', ''],
      ['[y/N]', 'y'],
    ] as const) {
      await wizard.shows(question);
      wizard.pty.write(`${answer}\r`);
    }
    const {lines, exitCode} = await wizard.ended;
    expect({exitCode, outcome: lines.find(line => line.startsWith('outcome'))}).toEqual({
      exitCode: 0,
      outcome: 'outcome     created',
    });
  });

  test('survives a closed stdin and a closed stdout, and exits with 11 on a full disk (rows 96 to 98)', async () => {
    expect(await shell('bizctl deals list --sandbox --limit 1 --json --quiet <&-')).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(await shell('bizctl deals list --sandbox | head -1; echo "${PIPESTATUS[0]}"')).toMatchObject({
      stdout: expect.stringMatching(/^ID .*\n0\n$/),
      stderr: '',
    });
    // A disk that fills takes a part of what is written.
    const cut = (line: string) =>
      `(ulimit -f 1; trap '' XFSZ; bizctl ${line} --sandbox=:memory: > "$HOME/cut.txt"); code=$?; wc -c < "$HOME/cut.txt"; exit $code`;
    for (const line of ['fields export', 'fields list --output ndjson', 'fields list'])
      expect(await shell(cut(line))).toMatchObject({
        exitCode: 11,
        stdout: '1024\n',
        stderr: expect.stringContaining('cannot write output'),
      });
    expect(await shell('bizctl deals list --sandbox > /dev/full')).toMatchObject({
      exitCode: 11,
      stderr: 'error: cannot write output: no space left (ENOSPC)\nhint: Check that the disk is not full.\n',
    });
  });

  test('prints exact JSON', async () => {
    const api = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"deals": [{"id": 12345678901234567890, "amount": 10.10, "__proto__": 1}]}');
    });
    const {stdout} = await run(['deals', 'list', '--output', 'ndjson'], {
      env: {BIZCTL_BASE_URL: api.url, BIZCTL_TOKEN: 'token-of-tests'},
    });
    expect(stdout).toBe('{"id":12345678901234567890,"amount":10.10,"__proto__":1}\n');
    await api.close();
  });
});
