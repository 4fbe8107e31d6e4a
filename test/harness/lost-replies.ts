import {type Fault, reset} from './tenant.js';

/** The request is carried out, then the connection is reset. */
export const loseReply: Fault = loseReplyBehind(reset);

/** The request is carried out, then answered with something else. */
export function loseReplyBehind(answer: () => Response): Fault {
  return async (_request, carryOut) => {
    await carryOut();
    return answer();
  };
}
