import type {CommandContext} from '../../app/command-context.js';
import {onFailure} from '../../base/catch-errors.js';
import {AuthError, BizctlError} from '../../base/errors.js';
import {checkToken} from './check-token.js';
import type {ListedConnection} from './list-connections.js';

export interface ConnectionState extends ListedConnection {
  /** Why it does not work; `undefined` when it works. */
  readonly problem: BizctlError | undefined;
}

export async function checkConnection(listed: ListedConnection, context: CommandContext): Promise<ConnectionState> {
  const {reporter} = context;
  const {found} = listed;
  if (found instanceof BizctlError) return {...listed, problem: found};
  if (found.token === undefined)
    return {
      ...listed,
      problem: new AuthError('no token', {
        hint: suggest =>
          `Run: ${suggest('auth', 'login', ...(listed.profile === undefined ? [] : ['--profile', listed.profile]))}`,
      }),
    };
  reporter.addSecret(found.token);
  // What cannot be opened does not work either.
  const check = async () => checkToken(context, found);
  return check().then(
    () => ({...listed, problem: undefined}),
    // The message may come from the server and is shown on stdout.
    onFailure(error => ({...listed, problem: error.with({message: reporter.redact(error.message)})})),
  );
}

/** @throws the problem of the connection in use, with its exit code */
export function refuseBroken(states: readonly ConnectionState[]): void {
  // The requested connection, else the one in use.
  const current = states.length === 1 ? states[0] : states.find(({isCurrent}) => isCurrent);
  if (!current?.problem) return;
  const {profile} = current;
  const name = profile === undefined ? 'the requested connection' : `profile ${JSON.stringify(profile)}`;
  throw current.problem.with({message: `${name} does not work: ${current.problem.message}`});
}
