import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import type {Root} from '../../src/app/global-options.js';
import {createRedaction} from '../../src/base/redaction.js';
import {createFactory} from '../../src/cli/create-factory.js';
import {createProgram} from '../../src/cli/program.js';
import {findLeaves, pathOf, showArguments} from '../../src/commands/command-tree.js';
import {createReporter} from '../../src/output/create-reporter.js';
import {createStage} from './run-bizctl.js';

/** A command without subcommands. */
export interface Leaf {
  /** `fields list` */
  readonly path: string;
  /** `bizctl fields get <field>` */
  readonly usage: string;
  readonly command: CommandUnknownOpts;
}

/** The whole command tree. */
export function readRoot(): Root {
  const {context} = createStage();
  const reporter = createReporter({
    stderr: context.io.stderr,
    isMachine: false,
    isQuiet: true,
    isVerbose: false,
    secrets: createRedaction(),
  });
  return createProgram(createFactory(context, reporter), () => {});
}

/** Every visible command, in help order. */
export function readTree(): readonly Leaf[] {
  return findLeaves(readRoot()).map(command => ({
    path: pathOf(command).slice(1).join(' '),
    usage: [...pathOf(command), ...showArguments(command)].join(' '),
    command,
  }));
}
