import type {LineAndColumn} from './line-counter.js';

export class JsonSyntaxError extends SyntaxError {
  override readonly name = 'JsonSyntaxError';

  constructor(
    message: string,
    readonly place: LineAndColumn,
  ) {
    super(message);
  }
}
