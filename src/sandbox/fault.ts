import {UsageError} from '../base/errors.js';

/** The effect of a fault on a request, in place of handling it or after that. */
export type FaultEffect =
  | {readonly kind: 'status'; readonly status: number; readonly retryAfter: string | undefined; readonly body: string}
  | {readonly kind: 'delay'; readonly milliseconds: number}
  | {readonly kind: 'type'; readonly type: string}
  | {readonly kind: 'hang' | 'reset' | 'commit-then-reset' | 'truncate' | 'kill' | 'commit-then-kill'};

export interface Fault {
  /** `*` for any. */
  readonly method: string;
  /** A path, or a prefix when it ends with `*`. */
  readonly path: string;
  /** Only the n-th such request, counted from 1; `undefined` for all. */
  readonly at: number | undefined;
  readonly effect: FaultEffect;
}

const methods: ReadonlySet<string> = new Set(['*', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function parseEffect(text: string): FaultEffect {
  const [word = '', ...rest] = text.split(/\s+/);
  const argument = rest.join(' ');
  switch (word) {
    case 'hang':
    case 'reset':
    case 'commit-then-reset':
    case 'truncate':
    case 'kill':
    case 'commit-then-kill':
      if (argument === '') return {kind: word};
      break;
    case 'delay':
      if (/^\d{1,6}$/.test(argument)) return {kind: 'delay', milliseconds: Number(argument)};
      throw toSyntaxError(`a delay must be whole milliseconds from 0 to 999999, not ${JSON.stringify(argument)}`);
    case 'type':
      if (/^[\w.+-]+\/[\w.+-]+$/.test(argument)) return {kind: 'type', type: argument};
      break;
    default: {
      const [, status, retryAfter, body = ''] =
        /^([2-5]\d\d)(?:\s+retry-after=([!-~]+))?(?:\s+body=(.*))?$/s.exec(text) ?? [];
      if (status !== undefined) return {kind: 'status', status: Number(status), retryAfter, body};
    }
  }
  throw toSyntaxError(`unknown effect ${JSON.stringify(text)}`);
}

/**
 * Parses a fault such as `POST /v2/customFields#3: commit-then-reset`.
 *
 * @throws UsageError
 */
export function parseFault(text: string): Fault {
  const [, method = '', path = '', at, effect = ''] =
    /^\s*([A-Za-z]+|\*)\s+(\/[^\s#:]*)(?:#(\d{1,6}))?\s*:\s*(.*?)\s*$/s.exec(text) ?? [];
  if (path === '' || at === '0') throw toSyntaxError(`${JSON.stringify(text)} is not METHOD /v2/PATH: EFFECT`);
  if (!/^\/(v2\/|v2\*$|\*$)/.test(path))
    throw toSyntaxError(`${JSON.stringify(text)} has a path that does not begin with /v2/`);
  if (!methods.has(method.toUpperCase())) throw toSyntaxError(`${JSON.stringify(text)} has an unknown method`);
  return {
    method: method.toUpperCase(),
    path,
    at: at === undefined ? undefined : Number(at),
    effect: parseEffect(effect),
  };
}

function toSyntaxError(problem: string): UsageError {
  return new UsageError(
    `--fault: ${problem}`,
    suggest => `Use 'METHOD /v2/PATH#N: EFFECT'. For the effects, run: ${suggest('help', 'sandbox')}`,
  );
}
