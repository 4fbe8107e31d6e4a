import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';

/** A tenant that creates and lists fields, and records the names in its POST requests. */
export interface FieldServer {
  readonly answer: RequestListener;
  /** The name in every POST that arrived, in order. */
  readonly posted: readonly string[];
}

/** @param beforeReply called with the name of each created field and awaited before the reply */
export function createFieldServer(beforeReply: (name: string) => void | Promise<void> = () => {}): FieldServer {
  const posted: string[] = [];
  const fields: object[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST') {
      response.end(JSON.stringify({custom_fields: fields}));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body: {name: string} = JSON.parse(Buffer.concat(chunks).toString());
    posted.push(body.name);
    const field = {id: `cf_${posted.length}`, ...body};
    fields.push(field);
    await beforeReply(body.name);
    response.writeHead(201).end(JSON.stringify(field));
  }

  return {posted, answer: (request, response) => void answer(request, response)};
}

/** Fields as JSON lines, for `fields create --file -`. */
export function toFieldLines(names: readonly string[]): string {
  const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
  return names.map(name => `${JSON.stringify({name, label: name, type})}\n`).join('');
}
