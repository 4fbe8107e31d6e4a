import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import {fullFormats} from 'ajv-formats/dist/formats.js';
import {createOpenApiDocument} from '../../src/sandbox/openapi.js';
import {reportViolation} from './violations.js';

interface Schema {
  readonly type?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly [type: string]: {readonly schema: Schema};
}

interface Operation {
  readonly security: readonly object[];
  readonly parameters?: readonly {readonly $ref: string}[];
  readonly requestBody?: {readonly content: Content};
  readonly responses: {readonly [status: string]: {readonly content?: Content}};
}

interface Document {
  readonly paths: {readonly [path: string]: {readonly [method: string]: Operation}};
  readonly components: {readonly parameters: {readonly [name: string]: Parameter}};
}

const document: Document = JSON.parse(JSON.stringify(createOpenApiDocument()));
const rootKeywords = ['openapi', 'info', 'servers', 'tags', 'paths', 'components'];

let validator: Ajv2020 | undefined;

/** Compiles the schema at a JSON pointer of the document, once. */
function validatorAt(...steps: readonly string[]): ValidateFunction | undefined {
  if (!validator) {
    validator = new Ajv2020({allErrors: true, allowUnionTypes: true, formats: {'date-time': fullFormats['date-time']}});
    validator.addVocabulary(rootKeywords);
    validator.addSchema(document, 'openapi');
  }
  const pointer = steps.map(step => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  return validator.getSchema(`openapi#${pointer.join('')}`);
}

/** What is wrong with a value, as `/member message`. */
function problemsOf(value: unknown, ...steps: readonly string[]): readonly string[] {
  const validate = validatorAt(...steps);
  if (!validate) return [`no schema at ${steps.join(' ')}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({instancePath, message}) => `${instancePath} ${message}`.trim());
}

function problemsOfJson(text: string, ...steps: readonly string[]): readonly string[] {
  try {
    return problemsOf(JSON.parse(text), ...steps);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return ['the body is not JSON'];
  }
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function findOperation({method, url}: Request): Found | undefined {
  const {pathname} = new URL(url);
  const path = Object.keys(document.paths).find(each =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const name = method.toLowerCase();
  const operation = path === undefined ? undefined : document.paths[path]?.[name];
  return path !== undefined && operation ? {path, method: name, operation} : undefined;
}

function typeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0] ?? '';
}

function findQueryProblems(url: string, {parameters = []}: Operation): readonly string[] {
  const known = parameters.map(({$ref}) => $ref.split('/').at(-1) ?? '');
  return [...new URL(url).searchParams].flatMap(([name, text]) => {
    const parameter = known.includes(name) ? document.components.parameters[name] : undefined;
    if (!parameter) return [`query: ${name} is not documented`];
    const value = parameter.schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
    return problemsOf(value, 'components', 'parameters', name, 'schema').map(each => `query: ${name} ${each}`);
  });
}

async function findRequestProblems(request: Request, {path, method, operation}: Found): Promise<readonly string[]> {
  const text = await request.clone().text();
  const type = typeOf(request.headers);
  const hasToken = /^Bearer ./.test(request.headers.get('authorization') ?? '');
  return [
    ...(operation.security.length > 0 && !hasToken ? ['no bearer token'] : []),
    ...findQueryProblems(request.url, operation),
    ...(operation.requestBody
      ? [
          ...(operation.requestBody.content[type] ? [] : [`the body is ${JSON.stringify(type)}`]),
          ...problemsOfJson(text, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema'),
        ]
      : text === ''
        ? []
        : ['a body']),
  ];
}

/** `undefined` for a reply that breaks off, which is a failure of the network. */
async function readText(reply: Response): Promise<string | undefined> {
  try {
    return await reply.clone().text();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

async function findReplyProblems(reply: Response, {path, method, operation}: Found): Promise<readonly string[]> {
  const documented = operation.responses[reply.status];
  if (!documented) return [`status ${reply.status}`];
  const type = typeOf(reply.headers);
  const text = await readText(reply);
  if (text === undefined) return [];
  if (!documented.content) return text === '' && type === 'text/plain' ? [] : [`a body, or the type ${type}`];
  if (!documented.content[type]) return [`the type ${type}`];
  return problemsOfJson(text, 'paths', path, method, 'responses', String(reply.status), 'content', type, 'schema');
}

/** Checks the requests to an API, and its replies with a 2xx status, against the OpenAPI document. */
export function checkExchanges(api: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async request => {
    const {pathname} = new URL(request.url);
    const report = (problems: readonly string[]) =>
      problems.forEach(problem => reportViolation(`${request.method} ${pathname}: ${problem}`));
    const found = findOperation(request);
    if (!found) report(['not in the document']);
    else report((await findRequestProblems(request, found)).map(problem => `request: ${problem}`));
    const reply = await api(request);
    if (found && reply.ok) report((await findReplyProblems(reply, found)).map(problem => `reply: ${problem}`));
    return reply;
  };
}
