import {TransportError} from '../base/transport-error.js';
import type {Fault, FaultEffect} from './fault.js';
import type {Sandbox} from './sandbox.js';

/** Thrown instead of a reply, as a transport would; the server then breaks the connection. */
export class ConnectionReset extends TransportError {
  constructor() {
    super('ECONNRESET', true);
  }
}

function matches({method, path}: Fault, request: Request): boolean {
  const {pathname} = new URL(request.url);
  const isPath = path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path;
  return isPath && (method === '*' || method === request.method);
}

/**
 * Wraps a sandbox with faults. Each counts the requests it matches; if several apply, only the first takes effect.
 *
 * @param killProcess kills the sandbox's process
 */
export function withFaults(sandbox: Sandbox, faults: readonly Fault[], killProcess: () => void = () => {}): Sandbox {
  const counts = faults.map(() => 0);
  return request => {
    const triggered = faults.filter((fault, index) => {
      if (!matches(fault, request)) return false;
      counts[index] = (counts[index] ?? 0) + 1;
      return fault.at === undefined || fault.at === counts[index];
    });
    return triggered[0] ? applyEffect(triggered[0].effect, request, sandbox, killProcess) : sandbox(request);
  };
}

async function applyEffect(
  effect: FaultEffect,
  request: Request,
  sandbox: Sandbox,
  killProcess: () => void,
): Promise<Response> {
  switch (effect.kind) {
    case 'status':
      return replyWithStatus(effect);
    case 'hang':
      return new Promise(() => {});
    case 'delay':
      await new Promise(resolve => setTimeout(resolve, effect.milliseconds));
      return sandbox(request);
    case 'reset':
      throw new ConnectionReset();
    case 'commit-then-reset':
      await sandbox(request);
      throw new ConnectionReset();
    case 'kill':
      killProcess();
      return sandbox(request);
    case 'commit-then-kill': {
      const reply = await sandbox(request);
      killProcess();
      return reply;
    }
    case 'truncate':
      return truncate(await sandbox(request));
    case 'type':
      return withType(await sandbox(request), effect.type);
    default:
      return effect;
  }
}

function replyWithStatus({status, retryAfter, body}: Extract<FaultEffect, {readonly kind: 'status'}>): Response {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : {'retry-after': retryAfter}),
  };
  return new Response([204, 205, 304].includes(status) ? null : body, {status, headers});
}

function withType(reply: Response, type: string): Response {
  reply.headers.set('content-type', type);
  return reply;
}

/** Sends half of the body, then breaks the connection. */
async function truncate(reply: Response): Promise<Response> {
  if (reply.body === null) return reply;
  const bytes = new Uint8Array(await reply.arrayBuffer());
  let isFirst = true;
  const body = new ReadableStream({
    pull: controller => {
      if (!isFirst) return controller.error(new ConnectionReset());
      isFirst = false;
      controller.enqueue(bytes.slice(0, bytes.length / 2));
      return undefined;
    },
  });
  const {status, headers} = reply;
  return new Response(body, {status, headers});
}
