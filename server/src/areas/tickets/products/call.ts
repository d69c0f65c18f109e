import { retryAfter } from '../../../platform/http/retry-after';
import { readRaw } from '../../../platform/http/raw-body';
import { noAnswerReason } from '../../../platform/security/no-answer-reason';
import { sendOutbound } from '../../../platform/security/outbound-request';
import { ForbiddenTarget, type OutboundTargets } from '../../../platform/security/outbound-targets';
import { plain } from '../../notifications';

/** Time limit of one call, s. */
const LIMIT = 20;

/** Largest answer that is read, bytes. A page of a hundred tickets has less. */
const LARGEST = 8 * 1024 * 1024;

/** Limit of the reason that a product gives, characters. */
const LONGEST_REASON = 300;

/** Statuses that allow another attempt; all 5xx do too. */
const LATER = [408, 425, 429];

/** A call to a product failed. The message is a sentence for people, without secrets. */
export class ProductError extends Error {
  constructor(
    message: string,
    /** Status of the answer; 0: there was none. */
    readonly status: number,
    /** It may succeed later, not before `wait` ms if given. */
    readonly later: boolean,
    readonly wait?: number,
  ) {
    super(message);
  }
}

/** How calls reach one product. */
export interface Reach {
  targets: OutboundTargets;
  signal: AbortSignal;
}

/** One call of a product's API. */
export interface ProductCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON, and the fields of a form as such. */
  body?: unknown;
}

/** Calls a product and returns its JSON; undefined for an empty answer. It follows no redirects. @throws ProductError */
export async function callProduct<T>({ method, url, headers, body }: ProductCall, { targets, signal }: Reach): Promise<T> {
  const isForm = body instanceof URLSearchParams;
  const content = body === undefined ? null : Buffer.from(isForm ? body.toString() : JSON.stringify(body));
  const sent = {
    accept: 'application/json',
    'user-agent': 'CAM',
    ...headers,
    ...(content ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json', 'content-length': content.length } : {}),
  };
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT * 1000)]);
  let status = 0;
  let answered: Record<string, string | undefined> = {};
  let text: string;
  try {
    const answer = await sendOutbound({ method, url, headers: sent, body: content, seconds: LIMIT, signal: within }, targets);
    status = answer.statusCode ?? 0;
    answered = answer.headers as typeof answered;
    text = (await readRaw(answer, LARGEST)).toString();
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw new ProductError('Private and link-local addresses are refused', 0, false);
    throw new ProductError(noAnswerReason(error), status, true);
  }
  const json = parsed(text);
  if (status >= 200 && status < 300) {
    if (text !== '' && json === undefined) throw new ProductError('It answered with a page instead of data. Check the address', status, false);
    return json as T;
  }
  throw errorOf(status, json, answered);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(status: number, json: unknown, headers: Record<string, string | undefined>): ProductError {
  const detail = detailOf(json);
  const because = detail === '' ? '' : `: ${detail}`;
  // GitHub answers 403 beyond its limit of calls, with the time of the next allowed one.
  const isLimited = status === 429 || (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));
  if (isLimited) return new ProductError(`It allows no more calls at the moment (${status})`, status, true, waitOf(headers));
  if (status === 401) return new ProductError(`It refused the token (401)${because}`, status, false);
  if (status === 403) return new ProductError(`The account of the token lacks a right (403)${because}`, status, false);
  if (status === 404 || status === 410)
    return new ProductError(`It has no such project or ticket, or hides it from the account (${status})${because}`, status, false);
  if (status >= 300 && status < 400) return new ProductError(`It answered ${status}: redirects are not followed. Check the address`, status, false);
  const later = status >= 500 || LATER.includes(status);
  return new ProductError(`It answered ${status}${because}`, status, later, later ? waitOf(headers) : undefined);
}

function waitOf(headers: Record<string, string | undefined>): number | undefined {
  const now = Date.now();
  const reset = headers['x-ratelimit-reset'];
  const wait = retryAfter(headers['retry-after'] ?? null, now) ?? (reset !== undefined && /^\d+$/.test(reset) ? Number(reset) * 1000 - now : null);
  return wait === null ? undefined : Math.max(wait, 0);
}

/**
 * Returns the reason in an error of a product: `errorMessages` and `errors` of Jira, `message` and `errors` of GitHub, `message` or `error` of GitLab,
 * `error.message` and `error.detail` of ServiceNow, and `error_description` of Microsoft Entra, which begins with a code. GitLab has one too, in general words.
 */
export function detailOf(json: unknown): string {
  const { errorMessages, errors, message, error, error_description: description } = (json ?? {}) as Record<string, unknown>;
  return plain(
    [errorMessages, message, errors, error, isOfEntra(description) ? description : undefined]
      .map(wordsOf)
      .filter((words) => words !== '')
      .join('. '),
    LONGEST_REASON,
  );
}

function isOfEntra(description: unknown): boolean {
  return typeof description === 'string' && description.startsWith('AADSTS');
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(wordsOf)
      .filter((words) => words !== '')
      .join(', ');
  if (typeof value !== 'object' || value === null) return '';
  const { message, detail, field, code } = value as Record<string, unknown>;
  if ([message, detail].some((one) => typeof one === 'string'))
    return [message, detail].filter((one) => typeof one === 'string' && one !== '').join(': ');
  if (typeof field === 'string') return `${field}: ${String(code)}`;
  return Object.entries(value)
    .map(([name, words]) => `${name}: ${wordsOf(words)}`)
    .join(', ');
}
