import type {ApiContext} from '../../app/api-context.js';
import {readInput} from '../../app/read-input.js';
import type {Context} from '../../base/context.js';
import {cannotCombine, UsageError} from '../../base/errors.js';
import {didYouMean} from '../../base/near-names.js';
import {quoteArgument} from '../../base/shell-word.js';
import {runBlocking} from '../../base/yield-to-signals.js';
import {type ApiRequest, isSafe, methods} from '../../http/api-request.js';
import {isJsonType} from '../../http/reply.js';
import {decodeText} from '../../json/strict-decoder.js';
import {type BodyMember, buildContent, parseTyped} from './build-content.js';
import type {ApiOptions} from './options.js';
import {parseHeader, parsePair, parseTarget} from './parse-target.js';
import {requireJson} from './require-json.js';

function parseMethod(text: string): ApiRequest['method'] {
  const method = methods.find(each => each === text.toUpperCase());
  if (method) return method;
  throw new UsageError(
    `unknown method ${JSON.stringify(text)}`,
    text.includes('/')
      ? 'Pass the method before the path.'
      : (didYouMean(text.toUpperCase(), methods) ?? `Use one of: ${methods.join(', ')}.`),
  );
}

async function readBytes(context: Context, file: string): Promise<Uint8Array> {
  if (file !== '-' && context.files.isNamedPipe(file))
    throw new UsageError(
      `cannot read ${file}: it is a named pipe`,
      `Pass - as the file, and append: < ${quoteArgument(file)}`,
    );
  return readInput(context, file);
}

async function readUtf8(context: Context, file: string): Promise<string> {
  return decodeText(await readBytes(context, file), nameOf(file));
}

function nameOf(file: string): string {
  return file === '-' ? 'stdin' : file;
}

async function readTyped(context: Context, text: string): Promise<BodyMember> {
  const [path, value] = parsePair(text, '-F');
  if (value.startsWith('@')) return {path, value: await readUtf8(context, value.slice(1))};
  const typed = parseTyped(value, `-F ${text}`);
  if (typeof typed === 'string' && /^[[{]/.test(value))
    throw new UsageError(`-F ${text}: the value is not valid JSON`, 'Fix it, or use -f to send it as text.');
  return {path, value: typed};
}

function readText(text: string): BodyMember {
  const [path, value] = parsePair(text, '-f');
  return {path, value};
}

async function readContent(
  context: Context,
  {members: given, input}: ApiOptions,
  type = 'application/json',
): Promise<string | Uint8Array | undefined> {
  if (input !== undefined) {
    if (given.length > 0) throw cannotCombine('--input', '-f or -F');
    // JSON has no byte order mark (row 50); a file of another type is sent as it is.
    const content = await (isJsonType(type) ? readUtf8 : readBytes)(context, input);
    if (content.length === 0 || (typeof content === 'string' && content.trim() === ''))
      throw new UsageError(
        `${nameOf(input)} is empty`,
        input === '-' ? 'Pipe the body in, or omit --input.' : 'To send a request without a body, omit --input.',
      );
    if (typeof content === 'string') await runBlocking(context, () => requireJson(content, nameOf(input)));
    return content;
  }
  if (given.filter(({isTyped, text}) => isTyped && text.endsWith('=@-')).length > 1)
    throw new UsageError('stdin can be read only once', 'Pass @- for one member only.');
  if (given.length > 0 && !isJsonType(type))
    throw new UsageError(
      `-f and -F build JSON, but Content-Type is ${type || 'empty'}`,
      'Pass the body with --input instead.',
    );
  const members: BodyMember[] = [];
  for (const {isTyped, text} of given) members.push(isTyped ? await readTyped(context, text) : readText(text));
  return members.length === 0 ? undefined : JSON.stringify(buildContent(members));
}

/**
 * Builds the request from the command line.
 *
 * @throws UsageError before anything is sent
 */
export async function buildRequest(
  context: ApiContext,
  method: string,
  path: string,
  options: ApiOptions,
): Promise<ApiRequest> {
  const parsed = parseMethod(method);
  const pairs = (options.query ?? []).map(text => parsePair(text, '-q'));
  const target = parseTarget(path, context.connection.baseUrl, pairs);
  refuseEmptyId(parsed, path, target.path);
  const given = Map.groupBy((options.header ?? []).map(parseHeader), ([name]) => name);
  const headers = Object.fromEntries(
    [...given].map(([name, same]) => [name, same.map(([, value]) => value).join(', ')]),
  );
  const hasBody = options.members.length > 0 || options.input !== undefined;
  if (hasBody && isSafe(parsed)) throw new UsageError(`${parsed} cannot have a body`, 'Pass query parameters with -q.');
  const content = await readContent(context, options, headers['content-type']);
  return {method: parsed, ...target, headers, ...(content === undefined ? {} : {content})};
}

/**
 * @throws UsageError for a write to a resource whose id is missing: an unset variable would make it a write to another
 */
function refuseEmptyId(method: ApiRequest['method'], text: string, path: string): void {
  const segments = path.split('/');
  // Some APIs write a slash at the end of every path.
  const mayEndInSlash = method !== 'DELETE' && path !== '' && segments.at(-1) === '';
  // The base URL itself may be an endpoint.
  const isRoot = method === 'POST' && path === '';
  if (isSafe(method) || isRoot || !(mayEndInSlash ? segments.slice(0, -1) : segments).includes('')) return;
  throw new UsageError(
    `${JSON.stringify(text)} has an empty segment, so ${method} would reach a different resource`,
    'Check that no variable in it is empty.',
  );
}
