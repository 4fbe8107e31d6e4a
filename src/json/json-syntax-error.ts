import type {LineAndColumn} from './line-counter.js';

export class JsonSyntaxError extends SyntaxError {
  constructor(
    message: string,
    readonly place: LineAndColumn,
  ) {
    super(message);
  }
}
