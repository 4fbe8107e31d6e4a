import type {CommandContext} from '../../app/command-context.js';
import type {JsonObject} from '../../json/json.js';
import {toJsonLine} from '../../output/to-json.js';
import type {DetailView} from '../../output/view.js';
import {serveEmbeddedSandbox} from './serve-embedded-sandbox.js';

const startedView: DetailView<JsonObject> = {
  lines: () => [],
  toValue: started => started,
  documented: ['base_url', 'token', 'state'],
};

/**
 * Serves the sandbox until interrupted. Prints its address and token as lines that a shell can evaluate.
 *
 * @param port 0 for any free port
 */
export async function serveUntilStopped(context: CommandContext, port: number): Promise<void> {
  const {columns, format, options, reporter, io, signal} = context;
  const {base_url, token, state, stop} = await serveEmbeddedSandbox(
    options.sandbox,
    port,
    options.fault ?? [],
    context,
  );
  const started = {base_url, token, state};
  const variables = `export BIZCTL_BASE_URL=${base_url}\nexport BIZCTL_TOKEN=${token}\n`;
  try {
    // A script reads the JSON as a line, while the server is running.
    if (format.isJson && options.jq === undefined && columns === undefined) await io.stdout.write(toJsonLine(started));
    else if (format.isMachine || columns !== undefined) await context.show(startedView, started);
    else await io.stdout.write(variables);
    await reporter.note(`serving ${state}; press Ctrl-C to stop`);
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, {once: true}));
  } finally {
    await stop();
  }
}
