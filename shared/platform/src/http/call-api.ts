import { PARTIAL_RESULTS_HEADER, readPartialReasons, type Api, type EndpointKey, type PartialReason, type RemoteId } from '@cam/contracts';
import { accountFilterAtom } from '../filter/account-filter';
import { freshToken, SessionEnded } from '../session/refresh';
import { endSession } from '../session/session';
import { countRequest, setConnectivity } from '../state/connectivity';
import { notify } from '../state/notify';
import { store } from '../state/store';
import { trackRequest } from './abort-scope';
import { Aborted } from './aborted';
import { ApiFailure, readFailure, unreadable } from './api-failure';
import { fileNameOf } from './file-name';
import { recordPartialResults } from './partial-results';
import { isReadOnly } from './read-only-calls';
import { isRemoteOpen } from './remote-gate';
import { fillPath, queryString } from './request-url';
import { sendFile } from './send-file';
import { traceCall, UNTRACED } from './trace';

type Needed<P extends 'path' | 'query' | 'body', V> = object extends V ? { [X in P]?: V } : { [X in P]: V };

/** Path, query and body of a call. Each is required only if the contract has required fields in it. */
export type CallArgs<K extends EndpointKey> = Needed<'path', Api[K]['path']> & Needed<'query', Api[K]['query']> & Needed<'body', Api[K]['body']>;

export interface CallOptions {
  /** Set to false when the caller shows the error itself. */
  toast?: boolean;
  signal?: AbortSignal;
  /** A file as the body, instead of JSON. */
  file?: Blob;
  /** Called with the sent share of the file, 0 to 1. */
  onSent?: (share: number) => void;
  /** The remote that calls. Its requests are aborted when it is turned off. */
  owner?: RemoteId | null;
  /** Set to false when the answer does not depend on the account filter. The request then omits the filter and survives its change. */
  filtered?: boolean;
  /** Set to false for the report of traces, which must not cause another one. */
  traced?: boolean;
  /** Lets the request continue while the page closes. Nothing receives its answer. */
  keepalive?: boolean;
  /** Lets the browser paint before the request begins. Until then it can be aborted like a pending one. */
  afterPaint?: boolean;
}

export interface DownloadedFile {
  blob: Blob;
  fileName: string;
  /** Reasons why the file may be incomplete. */
  partial: readonly PartialReason[];
}

type CallApi = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<Api[K]['answer']>;
type DownloadFile = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<DownloadedFile>;

/**
 * Calls the server and returns its answer.
 * @throws ApiFailure after a toast, unless `toast` is false; Aborted; SessionEnded
 */
export const callApi: CallApi = (key: string, args: object, options: CallOptions = {}): Promise<never> =>
  request({ key, args }, options, async (response) => {
    recordPartialResults(key, response.headers);
    if (response.status === 204) return undefined as never;
    const text = await response.text();
    try {
      return JSON.parse(text) as never;
    } catch {
      throw unreadable(response);
    }
  });

/** Calls the server for a file, named by Content-Disposition. Throws the same errors as `callApi`. */
export const downloadFile: DownloadFile = (key: string, args: object, options: CallOptions = {}) =>
  request({ key, args }, options, async (response) => ({
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition')) ?? 'download',
    partial: readPartialReasons(response.headers.get(PARTIAL_RESULTS_HEADER)),
  }));

/** A call of the server. A plain one carries its own values only, without account filter and request id. */
export interface OutgoingCall {
  key: string;
  args: object;
  isPlain?: boolean;
}

/** Resolves in a task of its own, so that the browser can paint before it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Sends a request and reads its answer. Until then the request is pending and can be aborted. */
export async function request<T>(call: OutgoingCall, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
  const { key } = call;
  const filtered = options.filtered !== false;
  if (options.owner && !isRemoteOpen(options.owner)) throw new Aborted();
  const { url, init } = call.isPlain ? describePlain(key, call.args) : describe(key, call.args, options.file, filtered);
  const { signal, done } = trackRequest({ owner: options.owner ?? null, boundToFilter: filtered && isReadOnly(key) }, options.signal);
  countRequest(1);
  const traced = options.traced === false ? UNTRACED : traceCall(key, options.owner ?? null);
  try {
    if (options.afterPaint) await nextTask();
    const headers = { ...init.headers, ...traced.headers, authorization: `Bearer ${await freshToken()}` };
    const { file, onSent } = options;
    const response =
      file && onSent
        ? await sendFile(url, { method: init.method, headers, body: file, signal }, onSent)
        : await fetch(url, { ...init, headers, signal, keepalive: options.keepalive === true });
    traced.answered(response.status);
    setConnectivity('online');
    if (!response.ok) throw await readFailure(response);
    return await read(response);
  } catch (error) {
    throw toThrown(error, options);
  } finally {
    traced.end();
    done();
    countRequest(-1);
  }
}

interface Values {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Returns the request of a call: address, headers and body, with the account filter and a request id. */
function describe(
  key: string,
  { path: pathValues, query = {}, body }: Values,
  file: Blob | undefined,
  filtered: boolean,
): { url: string; init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> } } {
  const { method, path } = fillPath(key, pathValues);
  const filter = filtered ? store.get(accountFilterAtom) : null;
  const common = filter ? { account_id: filter.id, account_uid: filter.uid } : {};
  const tid = crypto.randomUUID();
  const accept = 'application/json';
  const withoutBody = path + queryString({ ...common, ...query, 'req_hdr.tid': tid });
  if (method === 'GET' || method === 'DELETE') return { url: withoutBody, init: { method, headers: { accept } } };
  if (file) {
    return { url: withoutBody, init: { method, headers: { accept, 'content-type': file.type || 'application/octet-stream' }, body: file } };
  }
  return {
    url: path + queryString(query),
    init: {
      method,
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify({ ...common, ...body, req_hdr: { tid } }),
    },
  };
}

/** Returns the request of a plain call. */
function describePlain(key: string, { path: pathValues, query = {}, body }: Values): ReturnType<typeof describe> {
  const { method, path } = fillPath(key, pathValues);
  const url = path + queryString(query);
  const accept = 'application/json';
  if (body === undefined) return { url, init: { method, headers: { accept } } };
  return { url, init: { method, headers: { accept, 'content-type': 'application/json' }, body: JSON.stringify(body) } };
}

/** Returns the error for the caller, after the toast and the connectivity state are updated. */
function toThrown(error: unknown, options: CallOptions): Error {
  if (error instanceof Error && error.name === 'AbortError') {
    console.debug('Fetch aborted');
    return new Aborted();
  }
  if (error instanceof SessionEnded) return error;
  if (error instanceof ApiFailure) {
    if (error.status === 401) endSession({ expired: true, broadcast: true });
    else if (options.toast !== false) notify.error(error.userMessage);
    return error;
  }
  // fetch rejects with a TypeError ("Failed to fetch") when the server was not reached at all, or the answer broke off.
  setConnectivity('offline');
  return new ApiFailure(0, 'The server cannot be reached. Check your connection and try again.', 'OFFLINE', '', undefined);
}
