import {type Fault, reset} from './tenant.js';

/** Handles the request, then resets the connection. */
export const loseReply: Fault = loseReplyBehind(reset);

/** Handles the request, then replies with something else. */
export function loseReplyBehind(answer: () => Response): Fault {
  return async (_request, carryOut) => {
    await carryOut();
    return answer();
  };
}
