import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request as a stand-in looks at it. */
export interface StandInRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** Address that the stand-in answers at. */
  origin: string;
}

export interface StandInReply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; text and bytes as they are. */
  body: unknown;
}

/**
 * What goes wrong with a request: `throttled` 429, `error` 500, `reset` the connection ends, `cut` it ends in the middle of the answer, `slow` the answer comes
 * in small pieces, `silent` none comes, `moved` a redirect to somewhere else, else a refusal with its status.
 */
export type Trouble = 'throttled' | 'error' | 'reset' | 'cut' | 'slow' | 'silent' | 'moved' | 'unauthorized' | 'forbidden' | 'gone';

const STATUS: Partial<Record<Trouble, number>> = { throttled: 429, error: 500, unauthorized: 401, forbidden: 403, gone: 404 };
/** Pieces that a slow answer comes in. */
const PIECES = 20;

/** How a stand-in's provider differs from most. */
export interface StandInManner {
  /** What a request is known by where its address does not tell what is asked; else path and query. */
  describe?: (request: StandInRequest) => string;
  /** How the provider says that something went wrong. */
  refuse?: (trouble: Trouble, request: StandInRequest, words: string) => StandInReply;
}

interface Planned {
  path: RegExp;
  trouble: Trouble;
  times: number;
  /** Requests that are answered before it begins. */
  after: number;
  /** What a refusal says, or by which code; where a redirect leads. */
  words: string;
  /** How often each different request went wrong; absent: all that fit are counted together. */
  each?: Map<string, number>;
}

/** The API of a provider as a plain HTTP server on this machine, with what goes wrong on demand. */
export class StandIn {
  /** What every request asked, in their order: path and query, unless the provider's address does not tell. */
  readonly requests: string[] = [];
  /** Requests that are being answered, and the most that ever were at once. */
  atOnce = 0;
  mostAtOnce = 0;
  /** The most connections that were ever open at once. */
  mostConnections = 0;
  #planned: Planned[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly manner: StandInManner,
  ) {}

  /** Listens on a free port of this machine. */
  static async start(answer: (request: StandInRequest) => StandInReply, manner: StandInManner = {}): Promise<StandIn> {
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

  /** Lets the next requests of a path go wrong. */
  plan(path: RegExp, trouble: Trouble, { times = 1, after = 0, words = '' } = {}): void {
    this.#planned.push({ path, trouble, times, after, words });
  }

  /** Lets every different request of a path go wrong the first times that it is made. */
  planEach(path: RegExp, trouble: Trouble, times = 1): void {
    this.#planned.push({ path, trouble, times, after: 0, words: '', each: new Map() });
  }

  /** Nothing goes wrong any more, and no request is remembered. */
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
    const asked: StandInRequest = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      origin: this.url,
    };
    const { describe, refuse = refusal } = this.manner;
    const known = describe?.(asked) ?? `${pathname}${search}${asked.body.startsWith('{') ? ` ${asked.body}` : ''}`;
    this.requests.push(known);
    const { trouble, words = '' } = this.#troubleOf(known) ?? {};
    if (trouble === 'reset') return void request.socket.destroy();
    if (trouble === 'silent') return;
    if (trouble === 'moved') return void response.writeHead(302, { location: words }).end();
    const isAnswered = trouble === undefined || trouble === 'cut' || trouble === 'slow';
    const reply = isAnswered ? answer(asked) : refuse(trouble, asked, words);
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

/** Sends an answer piece by piece, with other work between. */
async function dribble(response: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await nextTurn();
  }
}

/** In the shapes of Okta, Microsoft and Google at once: clients read the one that they know. */
function refusal(trouble: Trouble, _request: StandInRequest, words: string): StandInReply {
  const status = STATUS[trouble] ?? 500;
  const message = `The stand-in was told to answer ${status}.`;
  const headers: Record<string, string> =
    trouble === 'throttled' ? { 'retry-after': '0', 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000)) } : {};
  return { status, headers, body: { errorCode: words || `E${status}`, errorSummary: message, error: { code: words || status, message } } };
}
