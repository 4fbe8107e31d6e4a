/** The headers of a reply, found by name in any case. Those of fetch are such. */
export interface ResponseHeaders extends Iterable<[string, string]> {
  readonly get: (name: string) => string | null;
}

/** What a body is read with, piece by piece. */
export interface BodyReader {
  readonly read: () => Promise<{readonly done: boolean; readonly value?: unknown}>;
  /** Nobody wants the rest. */
  readonly cancel: () => Promise<void>;
}

/** A reply whose body is still on its way. A Response is such. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: {readonly getReader: () => BodyReader} | null;
}

export interface RawRequest {
  readonly method: string;
  /** Their names in small letters. */
  readonly headers: {readonly [name: string]: string};
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** Sends one request as fetch does: nothing is followed, nothing repeated. An address and its settings, and no Request: a copy of one costs as much as sending it. */
export type Fetch = (url: string, init: RawRequest) => Promise<RawResponse>;

/** Leaves the body of a reply that nobody wants; its connection would be held otherwise. */
export async function abandon({body}: RawResponse): Promise<void> {
  await body?.getReader().cancel();
}
