import type { Api, EndpointKey, PartialReason, RemoteId } from '@cam/contracts';
import { atom, useAtomValue } from 'jotai';
import { accountFilterAtom } from '../filter/account-filter';
import { freshToken, SessionEnded } from '../session/refresh';
import { endSession } from '../session/session';
import { countRequest, setConnectivity } from '../state/connectivity';
import { notify } from '../state/notify';
import { store } from '../state/store';
import { trackRequest } from './abort-scope';
import { ApiFailure, readFailure } from './api-failure';
import { fillPath, queryString } from './request-url';

type Needed<P extends 'path' | 'query' | 'body', V> = object extends V ? { [X in P]?: V } : { [X in P]: V };

/** Path, query and body of a call, each asked for only where the contract has required fields in it. */
export type CallArgs<K extends EndpointKey> = Needed<'path', Api[K]['path']> & Needed<'query', Api[K]['query']> & Needed<'body', Api[K]['body']>;

export interface CallOptions {
  /** False: the caller shows the error itself. */
  toast?: boolean;
  signal?: AbortSignal;
  /** A body that is not JSON: a file. */
  file?: Blob;
  owner?: RemoteId | null;
}

export interface DownloadedFile {
  blob: Blob;
  fileName: string;
}

/** Raised for a request that was ended on purpose: nobody is told. */
export class Aborted extends Error {
  constructor() {
    super('Fetch aborted');
  }
}

export const partialResultsAtom = atom<readonly PartialReason[]>([]);

/** Parts of the last answers that the server left out. */
export function usePartialResults(): readonly PartialReason[] {
  return useAtomValue(partialResultsAtom);
}

type CallApi = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<Api[K]['answer']>;
type DownloadFile = <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<DownloadedFile>;

/** Calls the server. Throws ApiFailure (after a toast, unless `toast` is false), Aborted, or SessionEnded. */
export const callApi: CallApi = async (key: string, args: object, options: CallOptions = {}): Promise<never> => {
  const response = await send(key, args, options);
  return (response.status === 204 ? undefined : await response.json()) as never;
};

/** Calls the server for a file; its name is that of Content-Disposition. */
export const downloadFile: DownloadFile = async (key: string, args: object, options: CallOptions = {}) => {
  const response = await send(key, args, options);
  return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('content-disposition')) ?? 'download' };
};

async function send(key: string, args: object, options: CallOptions): Promise<Response> {
  const {
    path: pathValues,
    query = {},
    body,
  } = args as { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: Record<string, unknown> };
  const { method, path } = fillPath(key, pathValues);
  const filter = store.get(accountFilterAtom);
  const common = filter ? { account_id: filter.id, account_uid: filter.uid } : {};
  const tid = crypto.randomUUID();
  const sendsBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
  const json = sendsBody && !options.file;
  const url = path + queryString(json ? query : { ...common, ...query, 'req_hdr.tid': tid });
  const { signal, done } = trackRequest(options.owner ?? null, options.signal);

  countRequest(1);
  try {
    const token = await freshToken();
    const response = await fetch(url, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(json ? { 'content-type': 'application/json' } : options.file ? { 'content-type': options.file.type || 'application/octet-stream' } : {}),
      },
      ...(json ? { body: JSON.stringify({ ...common, ...body, req_hdr: { tid } }) } : options.file ? { body: options.file } : {}),
    });
    setConnectivity('online');
    const partial = response.headers.get('x-sp-partial-results');
    if (partial) store.set(partialResultsAtom, JSON.parse(partial) as PartialReason[]);
    if (response.ok) return response;
    throw await readFailure(response);
  } catch (error) {
    throw toRaised(error, options);
  } finally {
    done();
    countRequest(-1);
  }
}

/** What the caller gets for an error, after everybody who must know was told. */
function toRaised(error: unknown, options: CallOptions): Error {
  if (error instanceof DOMException && error.name === 'AbortError') {
    console.debug('Fetch aborted');
    return new Aborted();
  }
  if (error instanceof SessionEnded) return error;
  if (error instanceof ApiFailure) {
    if (error.status === 401) endSession({ expired: true, broadcast: true });
    else if (options.toast !== false) notify.error(error.userMessage);
    return error;
  }
  // fetch rejects with a TypeError ("Failed to fetch") when the server was not reached at all.
  setConnectivity('offline');
  return new ApiFailure(0, 'The server cannot be reached. Check your connection and try again.', 'OFFLINE', '', undefined);
}

function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null;
}
