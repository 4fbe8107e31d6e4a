import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {type Context, Hono} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {methodNotAllowed} from 'hono/method-not-allowed';
import {resources} from '../base/resources.js';
import {maxBodyBytes} from './assumptions.js';
import {ErrorReply, invalid} from './error-reply.js';
import {createField, deleteField, updateField} from './fields.js';
import {listedResources} from './listed-resources.js';
import {readPage} from './page.js';
import {readJsonBody, readZone} from './read-request.js';
import {isStateError} from './state-error.js';
import type {Store} from './store.js';

export interface SandboxSettings {
  /** The only bearer token that is accepted. */
  readonly token: string;
  readonly now: () => Date;
}

/** Rejects if the state cannot be used, see `isStateError`. */
export type Sandbox = (request: Request) => Promise<Response>;

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Creates an id: the prefix and twelve characters that are not easily confused. */
export function createId(prefix: string): string {
  return prefix + Array.from(randomBytes(12), byte => alphabet[byte % alphabet.length]).join('');
}

function isSameSecret(a: string, b: string): boolean {
  const [first, second] = [a, b].map(text => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

/**
 * The API of section 4 of the reference as a function. It never listens, and depends only on its store and clock. What
 * the reference leaves open is listed in assumptions.ts.
 */
export function createSandbox(store: Store, {token, now}: SandboxSettings): Sandbox {
  const app = new Hono();
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: ({req}, methods) =>
        new ErrorReply(405, 'Method Not Allowed', `${req.method} is not allowed here.`).toResponse({
          allow: methods.join(', '),
        }),
    }),
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => new ErrorReply(413, 'Content Too Large', `The body exceeds ${maxBodyBytes} bytes.`).toResponse(),
    }),
  );

  const authorize = (request: Request, isRequired: boolean) => {
    const header = request.headers.get('authorization');
    if (header === null && !isRequired) return;
    if (header === null) throw new ErrorReply(401, 'Unauthorized', 'A bearer token is required.');
    const [, sent = ''] = /^bearer +(.*)$/i.exec(header) ?? [];
    if (!isSameSecret(sent, token))
      throw new ErrorReply(401, 'Unauthorized', 'The bearer token does not belong to this sandbox.');
  };
  const parameter = (context: Context, name: string) => context.req.query(name) ?? '';
  const page = (context: Context) => ({
    filter: parameter(context, 'filter'),
    order_by: parameter(context, 'order_by'),
    page_size: parameter(context, 'page_size'),
    page_token: parameter(context, 'page_token'),
  });

  app.get('/v2/customFields', context => {
    authorize(context.req.raw, false);
    return listReply('custom_fields', readPage(store, 'field', page(context)));
  });
  app.post('/v2/customFields', async context => {
    authorize(context.req.raw, false);
    return jsonReply(createField(store, await readJsonBody(context.req.raw), createId), 201);
  });
  app.patch('/v2/customFields/:id', async context => {
    authorize(context.req.raw, false);
    return jsonReply(updateField(store, context.req.param('id'), await readJsonBody(context.req.raw), createId));
  });
  app.delete('/v2/customFields/:id', context => {
    authorize(context.req.raw, false);
    deleteField(store, context.req.param('id'));
    return new Response(null, {status: 204, headers: {'content-type': 'text/plain'}});
  });
  app.get('/v2/dateExpressions', async context => {
    authorize(context.req.raw, true);
    const query = context.req.query('query');
    if (query === undefined) throw invalid('query', 'is missing');
    const zone = readZone(parameter(context, 'time_zone'));
    const {parseDateExpression} = await import('../dates/parse-date-expression.js');
    return jsonReply(JSON.stringify({results: parseDateExpression(query, now(), zone)}));
  });
  for (const {kind, noun} of listedResources)
    app.get(`/v2/${resources[noun].segment}`, context => {
      authorize(context.req.raw, true);
      return listReply(resources[noun].segment, readPage(store, kind, page(context)));
    });

  app.get('/openapi.json', async () => {
    const {createOpenApiDocument} = await import('./openapi.js');
    return jsonReply(JSON.stringify(createOpenApiDocument()));
  });

  app.notFound(({req}) => new ErrorReply(404, 'Not Found', `Nothing at ${req.path}.`).toResponse());
  app.onError(error => {
    if (isStateError(error)) throw error;
    const reply = error instanceof ErrorReply ? error : new ErrorReply(500, 'Internal Server Error', error.message);
    return reply.toResponse();
  });

  return async request => app.fetch(request);
}

function jsonReply(text: string, status = 200): Response {
  return new Response(text, {status, headers: {'content-type': 'application/json'}});
}

function listReply(member: string, {rows, next_page_token}: ReturnType<typeof readPage>): Response {
  const next = next_page_token === undefined ? '' : `,"next_page_token":${JSON.stringify(next_page_token)}`;
  return jsonReply(`{"${member}":[${rows.join(',')}]${next}}`);
}
