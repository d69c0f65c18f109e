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
import { notePartialResults } from './partial-results';
import { onlyReads } from './reading-calls';
import { isRemoteOpen } from './remote-gate';
import { fillPath, queryString } from './request-url';
import { sendFile } from './send-file';

type Needed<P extends 'path' | 'query' | 'body', V> = object extends V ? { [X in P]?: V } : { [X in P]: V };

/** Path, query and body of a call, each asked for only where the contract has required fields in it. */
export type CallArgs<K extends EndpointKey> = Needed<'path', Api[K]['path']> & Needed<'query', Api[K]['query']> & Needed<'body', Api[K]['body']>;

export interface CallOptions {
  /** False: the caller shows the error itself. */
  toast?: boolean;
  signal?: AbortSignal;
  /** A body that is not JSON: a file. */
  file?: Blob;
  /** Is told how much of the file is sent, 0 to 1. */
  onSent?: (share: number) => void;
  /** The remote that asks: its requests end when it is turned off. */
  owner?: RemoteId | null;
  /** False: the answer is the same for every account filter, so it neither carries the filter nor ends when the filter changes. */
  filtered?: boolean;
  /** The request goes on while the page is being left; its answer reaches nobody. */
  keepalive?: boolean;
}

export interface DownloadedFile {
  blob: Blob;
  fileName: string;
  /** Why it may not hold all that was asked for. */
  partial: readonly PartialReason[];
}

type CallApi = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<Api[K]['answer']>;
type DownloadFile = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<DownloadedFile>;

/** Calls the server. Throws ApiFailure (after a toast, unless `toast` is false), Aborted, or SessionEnded. */
export const callApi: CallApi = (key: string, args: object, options: CallOptions = {}): Promise<never> =>
  request(key, args, options, async (response) => {
    notePartialResults(key, response.headers);
    if (response.status === 204) return undefined as never;
    const text = await response.text();
    try {
      return JSON.parse(text) as never;
    } catch {
      throw unreadable(response);
    }
  });

/** Calls the server for a file; its name is that of Content-Disposition. Throws like `callApi`. */
export const downloadFile: DownloadFile = (key: string, args: object, options: CallOptions = {}) =>
  request(key, args, options, async (response) => ({
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition')) ?? 'download',
    partial: readPartialReasons(response.headers.get(PARTIAL_RESULTS_HEADER)),
  }));

/** Sends a request and reads its answer; until it is read, the request counts as pending and can be aborted. */
async function request<T>(key: string, args: object, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
  const filtered = options.filtered !== false;
  if (options.owner && !isRemoteOpen(options.owner)) throw new Aborted();
  const { url, init } = describe(key, args, options.file, filtered);
  const { signal, done } = trackRequest({ owner: options.owner ?? null, boundToFilter: filtered && onlyReads(key) }, options.signal);
  countRequest(1);
  try {
    const headers = { ...init.headers, authorization: `Bearer ${await freshToken()}` };
    const { file, onSent } = options;
    const response =
      file && onSent
        ? await sendFile(url, { method: init.method, headers, body: file, signal }, onSent)
        : await fetch(url, { ...init, headers, signal, keepalive: options.keepalive === true });
    setConnectivity('online');
    if (!response.ok) throw await readFailure(response);
    return await read(response);
  } catch (error) {
    throw toRaised(error, options);
  } finally {
    done();
    countRequest(-1);
  }
}

interface Values {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** What is sent for a call: address, headers and body, with the account filter and an id of the request. */
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

/** What the caller gets for an error, after everybody who must know was told. */
function toRaised(error: unknown, options: CallOptions): Error {
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
