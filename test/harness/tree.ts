import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import type {Root} from '../../src/app/global-options.js';
import type {Context} from '../../src/base/context.js';
import {createFactory} from '../../src/cli/factory.js';
import {createProgram} from '../../src/cli/program.js';
import {findLeaves, pathOf, showArguments} from '../../src/commands/manual/command-tree.js';
import {now} from './fixed.js';

/** A command without subcommands. */
export interface Leaf {
  /** `fields list` */
  readonly path: string;
  /** `bizctl fields get <field>` */
  readonly usage: string;
  readonly command: CommandUnknownOpts;
}

/** The whole command tree, where nothing can be run. */
export function readRoot(): Root {
  const silent = async () => {};
  const stream = {
    isTerminal: false,
    columns: 80,
    rows: 24,
    hasColor: false,
    hasUnicode: true,
    canRedraw: false,
    onDisturbed: () => () => {},
    write: silent,
  };
  const context: Context = {
    io: {stdin: {isTerminal: false, read: async function* () {}}, stdout: stream, stderr: stream},
    env: {},
    files: {read: async function* () {}, list: async () => undefined},
    fetch: async () => new Response(),
    block: work => work(),
    die: () => {},
    runSelf: async () => ({exitCode: 1, stdout: '', stderr: ''}),
    createNonce: () => '',
    now: () => now,
    zone: () => 'UTC',
    directories: async () => ({data: '', config: '', cache: ''}),
    uid: undefined,
    openPager: undefined,
    runEditor: undefined,
    timing: {backoffMs: 0, settleMs: [], sleep: silent},
    prompts: undefined,
    signal: new AbortController().signal,
    platform: 'test',
    pid: 1,
  };
  const talk = {
    note: silent,
    warn: silent,
    trace: silent,
    error: silent,
    hide: (text: string) => text,
    keepSecret: () => {},
    hold: () => silent,
    wait: silent,
    progress: silent,
  };
  return createProgram(createFactory(context, talk), () => {});
}

/** Every command that people see, in the order of the help. */
export async function readTree(): Promise<readonly Leaf[]> {
  return findLeaves(readRoot()).map(command => ({
    path: pathOf(command).slice(1).join(' '),
    usage: [...pathOf(command), ...showArguments(command)].join(' '),
    command,
  }));
}
