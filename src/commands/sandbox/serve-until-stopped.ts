import type {CommandContext} from '../../app/command-context.js';
import {serveEmbeddedSandbox} from '../../app/serve-sandbox.js';
import {toJsonLine} from '../../output/to-json.js';

/**
 * Serves the sandbox until interrupted. Prints its address and token as lines that a shell can evaluate.
 *
 * @param port 0 for any free port
 */
export async function serveUntilStopped(context: CommandContext, port: number): Promise<void> {
  const {format, options, reporter, io, signal} = context;
  const {base_url, token, state, stop} = await serveEmbeddedSandbox(
    options.sandbox,
    port,
    options.fault ?? [],
    context,
  );
  const variables = `export BIZCTL_BASE_URL=${base_url}\nexport BIZCTL_TOKEN=${token}\n`;
  try {
    await io.stdout.write(format.isMachine ? toJsonLine({base_url, token, state}) : variables);
    await reporter.note(`serving ${state}; press Ctrl-C to stop`);
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, {once: true}));
  } finally {
    await stop();
  }
}
