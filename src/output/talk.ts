import type {BizctlError} from '../errors.js';
import type {Format} from './format.js';
import {toHarmlessJson, toPrintable} from './printable.js';
import type {OutputStream} from './stream.js';
import {paint} from './theme.js';
import type {Style} from './view.js';

/** All that is said on stderr: the one place where it is masked, made printable, and put into words or JSON. */
export interface Talk {
  /** Something worth knowing about what was done; `--quiet` turns it off. */
  readonly note: (message: string) => Promise<void>;
  /** Something that will hurt later; `--quiet` turns it off. */
  readonly warn: (message: string) => Promise<void>;
  /** Requests and where values came from, for `--verbose`. */
  readonly trace: (message: string) => Promise<void>;
  readonly error: (error: BizctlError) => Promise<void>;
  /** Never to be printed again, nor in base64 or percent-encoded. */
  readonly hide: (secret: string) => void;
}

export interface TalkSettings {
  readonly stderr: OutputStream;
  readonly format: Format;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
}

/** Shorter ones would mask ordinary words. */
const shortestSecret = 4;

export function createTalk({stderr, format, isQuiet, isVerbose}: TalkSettings): Talk {
  const secrets = new Set<string>();
  const mask = (text: string) => [...secrets].reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
  const say = (label: string, style: Style, message: string) =>
    stderr.write(`${paint(`${label}:`, style, stderr.hasColor)} ${toPrintable(mask(message))}\n`);
  const sayJson = (document: object) => stderr.write(`${toHarmlessJson(mask(JSON.stringify(document)))}\n`);
  const isMachine = format !== 'table';

  return {
    note: async message => {
      if (isQuiet) return;
      await (isMachine ? sayJson({note: {message}}) : say('note', 'dim', message));
    },
    warn: async message => {
      if (isQuiet) return;
      await (isMachine ? sayJson({warning: {message}}) : say('warning', 'warn', message));
    },
    trace: async message => {
      if (isVerbose) await stderr.write(`${paint(toPrintable(mask(message)), 'dim', stderr.hasColor)}\n`);
    },
    error: async error => {
      if (isMachine) return sayJson(toErrorDocument(error));
      await say('error', 'bad', error.message);
      if (error.details.hint !== undefined) await say('hint', 'dim', error.details.hint);
    },
    hide: secret => {
      if (secret.length < shortestSecret) return;
      const base64 = Buffer.from(secret).toString('base64');
      for (const form of [
        secret,
        encodeURIComponent(secret),
        base64,
        base64.replace(/=+$/, ''),
        JSON.stringify(secret).slice(1, -1),
      ])
        secrets.add(form);
    },
  };
}

/** The error as machines get it (design, section 2); members that do not apply are null. */
function toErrorDocument({code, message, details}: BizctlError): object {
  const {hint = null, retryable = false, status = null, method = null, path = null, request_id = null} = details;
  return {error: {code, message, hint, retryable, status, method, path, request_id}, format_version: 1};
}
