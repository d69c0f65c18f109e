import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { CliFailure } from '../cli/failure';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.woff2': 'font/woff2',
};

/** Time between two signs of life to a page that listens, ms. */
const HEARTBEAT = 20_000;

interface SourceServerOptions {
  /** Folder of the built files. */
  dist: string;
  /** Origin of the only console that may read them. */
  console: string;
  /** Files that are made at each request, by path. */
  made: Readonly<Record<string, () => object | Promise<object>>>;
}

/** Serves a build under development, and tells open pages about each change. Nothing of this machine is readable for another console or site. */
export class SourceServer {
  readonly #options: SourceServerOptions;
  readonly #server: Server;
  readonly #listening = new Set<ServerResponse>();
  #state = '';

  constructor(options: SourceServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** @throws CliFailure if the port is taken */
  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? new CliFailure(`Port ${port} is taken. Choose another one with --port.`) : error),
      );
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  /** Sends the state of the sources to open pages, and to each that opens later. */
  tell(state: object): void {
    const text = JSON.stringify(state);
    if (text === this.#state) return;
    this.#state = text;
    for (const response of this.#listening) response.write(`data: ${text}\n\n`);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isAllowed(request)) return void response.writeHead(403).end('Only the console that this build is for may read it.');
    response.setHeader('access-control-allow-origin', this.#options.console).setHeader('vary', 'origin').setHeader('cache-control', 'no-store');
    // Browsers ask before a site of the network reaches this machine.
    if (request.method === 'OPTIONS')
      return void response.writeHead(204, { 'access-control-allow-methods': 'GET', 'access-control-allow-private-network': 'true' }).end();
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/events') return this.#listen(request, response);
    try {
      const make = this.#options.made[path];
      const content = make ? JSON.stringify(await make()) : await this.#file(path);
      response.setHeader('content-type', TYPES[extname(path)] ?? '').end(content);
    } catch {
      response.writeHead(404).end('Not found');
    }
  }

  /** A page of another site may neither read a file nor run it as a script, and a name that points to this machine gives no access. */
  #isAllowed({ headers }: IncomingMessage): boolean {
    const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(headers.host ?? '');
    if (headers.origin !== undefined) return isLocal && headers.origin === this.#options.console;
    return isLocal && ['none', 'same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined);
  }

  #file(path: string): Promise<Buffer> {
    const { dist } = this.#options;
    const file = normalize(join(dist, path));
    return file.startsWith(dist + sep) && extname(file) in TYPES ? readFile(file) : Promise.reject(new Error('not served'));
  }

  #listen(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(this.#state === '' ? ':\n\n' : `data: ${this.#state}\n\n`);
    this.#listening.add(response);
    const alive = setInterval(() => response.write(':\n\n'), HEARTBEAT);
    request.once('close', () => {
      clearInterval(alive);
      this.#listening.delete(response);
    });
  }
}
