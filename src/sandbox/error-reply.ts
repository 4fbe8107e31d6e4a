/** An error reply (RFC 9457), to be thrown. */
export class ErrorReply extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 412 | 413 | 415 | 429 | 500 | 507,
    readonly title: string,
    readonly detail: string,
    /** All problems of a body or parameter, with the path of the member. */
    readonly errors: readonly {readonly path: string; readonly message: string}[] = [],
  ) {
    super(detail);
  }

  toResponse(headers: {readonly [name: string]: string} = {}): Response {
    const {status, title, detail, errors} = this;
    const body = {type: 'about:blank', title, status, detail, ...(errors.length > 0 ? {errors} : {})};
    return new Response(JSON.stringify(body), {
      status,
      headers: {'content-type': 'application/problem+json', ...headers},
    });
  }
}

export function invalid(path: string, message: string): ErrorReply {
  return new ErrorReply(400, 'Bad Request', `${path} ${message}`, [{path, message}]);
}
