import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request to a stand-in. */
export interface StandInRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** Address of the stand-in. */
  origin: string;
}

export interface StandInReply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, except text and bytes, which are sent as they are. */
  body: unknown;
}

/**
 * A fault of a request: `throttled` (429), `error` (500), `reset` (the connection closes), `cut` (it closes during the response), `slow` (the
 * response arrives in small pieces), `silent` (no response), `moved` (a redirect to another host). The others are refusals with their status.
 */
export type InjectedFault = 'throttled' | 'error' | 'reset' | 'cut' | 'slow' | 'silent' | 'moved' | 'unauthorized' | 'forbidden' | 'gone';

const STATUS: Partial<Record<InjectedFault, number>> = { throttled: 429, error: 500, unauthorized: 401, forbidden: 403, gone: 404 };
/** Pieces of a slow response. */
const PIECES = 20;

/** The differences of a provider from the defaults. */
export interface ProviderTraits {
  /** Returns the key of a request whose address is not specific. Default: path and query. */
  describe?: (request: StandInRequest) => string;
  /** Returns the provider's form of an error. */
  refuse?: (trouble: InjectedFault, request: StandInRequest, words: string) => StandInReply;
}

interface Planned {
  path: RegExp;
  trouble: InjectedFault;
  times: number;
  /** Requests that succeed before the fault starts. */
  after: number;
  /** Message or code of a refusal, or target of a redirect. */
  words: string;
  /** Occurrences by request. Absent: all matching requests count together. */
  each?: Map<string, number>;
}

/** A provider's API as a local HTTP server, with faults on demand. */
export class StandIn {
  /** The keys of all requests, in order. */
  readonly requests: string[] = [];
  /** Requests in progress, and their highest number. */
  atOnce = 0;
  mostAtOnce = 0;
  /** Highest number of open connections. */
  mostConnections = 0;
  #planned: Planned[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly manner: ProviderTraits,
  ) {}

  /** Starts the server on a free local port. */
  static async start(answer: (request: StandInRequest) => StandInReply, manner: ProviderTraits = {}): Promise<StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const standIn = new StandIn(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, manner);
    let connections = 0;
    server.on('connection', (socket) => {
      standIn.mostConnections = Math.max(standIn.mostConnections, ++connections);
      socket.once('close', () => (connections -= 1));
    });
    server.on('request', (request, response) => void standIn.#serve(request, response, answer));
    return standIn;
  }

  /** Plans a fault for the next requests of a path. */
  plan(path: RegExp, trouble: InjectedFault, { times = 1, after = 0, words = '' } = {}): void {
    this.#planned.push({ path, trouble, times, after, words });
  }

  /** Plans a fault for the first occurrences of each different request of a path. */
  planEach(path: RegExp, trouble: InjectedFault, times = 1): void {
    this.#planned.push({ path, trouble, times, after: 0, words: '', each: new Map() });
  }

  /** Clears all faults and recorded requests. */
  reset(): void {
    this.#planned = [];
    this.requests.length = 0;
    this.mostAtOnce = 0;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse, answer: (request: StandInRequest) => StandInReply): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', this.url);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    response.once('close', () => (this.atOnce -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const standInRequest: StandInRequest = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      origin: this.url,
    };
    const { describe, refuse = refusal } = this.manner;
    const known = describe?.(standInRequest) ?? `${pathname}${search}${standInRequest.body.startsWith('{') ? ` ${standInRequest.body}` : ''}`;
    this.requests.push(known);
    const { trouble, words = '' } = this.#troubleOf(known) ?? {};
    if (trouble === 'reset') return void request.socket.destroy();
    if (trouble === 'silent') return;
    if (trouble === 'moved') return void response.writeHead(302, { location: words }).end();
    const isAnswered = trouble === undefined || trouble === 'cut' || trouble === 'slow';
    const reply = isAnswered ? answer(standInRequest) : refuse(trouble, standInRequest, words);
    const body = typeof reply.body === 'string' || Buffer.isBuffer(reply.body) ? Buffer.from(reply.body) : Buffer.from(JSON.stringify(reply.body));
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', 'content-length': body.length, ...reply.headers });
    if (trouble === 'cut') return void response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
    if (trouble === 'slow') await dribble(response, body);
    response.end(trouble === 'slow' ? undefined : body);
  }

  #troubleOf(path: string): Planned | null {
    const planned = this.#planned.find((candidate) => candidate.times > 0 && candidate.path.test(path));
    if (!planned) return null;
    if (planned.each) {
      const often = planned.each.get(path) ?? 0;
      planned.each.set(path, often + 1);
      return often < planned.times ? planned : null;
    }
    if (planned.after > 0) {
      planned.after -= 1;
      return null;
    }
    planned.times -= 1;
    return planned;
  }
}

/** Sends a response in pieces and yields to other work in between. */
async function dribble(response: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await nextTurn();
  }
}

/** Combines the error formats of Okta, Microsoft and Google. Each client reads its own. A request that may be repeated may be so at once. */
function refusal(trouble: InjectedFault, _request: StandInRequest, words: string): StandInReply {
  const status = STATUS[trouble] ?? 500;
  const message = `The stand-in was told to answer ${status}.`;
  const headers: Record<string, string> = {
    ...(trouble === 'throttled' || trouble === 'error' ? { 'retry-after': '0' } : {}),
    ...(trouble === 'throttled' ? { 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000)) } : {}),
  };
  return { status, headers, body: { errorCode: words || `E${status}`, errorSummary: message, error: { code: words || status, message } } };
}
