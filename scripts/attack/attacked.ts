import { Agent, request } from 'node:http';

/** One request of an attack. */
export interface Shot {
  method: string;
  /** Path with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** The answer to a request. */
export interface Hit {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Duration in ms. */
  ms: number;
}

/** An answer that takes longer is a hang, ms. */
export const HANG = 2000;
/** After this time the attack gives up on an answer, ms. */
const GIVE_UP = 30_000;
/** An answer's text beyond this length is not kept. */
const KEPT = 4 * 1024 * 1024;

/** A running server under attack. It sends requests over kept connections and remembers the slowest answer. */
export class Attacked {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #host: URL;
  slowest: { ms: number; shot: string } = { ms: 0, shot: '' };

  constructor(readonly url: string) {
    this.#host = new URL(url);
  }

  /** Sends a request. Status 0 means that the server closed the connection or did not answer in time. */
  async send(shot: Shot): Promise<Hit> {
    const hit = await this.#send(shot, this.#agent);
    // The server closes a kept connection after a malformed request, perhaps when the next one is already on its way.
    return hit.status === 0 && hit.isKept ? this.#send(shot, false) : hit;
  }

  #send(shot: Shot, agent: Agent | false): Promise<Hit & { isKept: boolean }> {
    const began = performance.now();
    return new Promise((resolve) => {
      const done = (hit: Omit<Hit, 'ms'>, isKept = false): void => {
        const ms = performance.now() - began;
        if (ms > this.slowest.ms) this.slowest = { ms, shot: `${shot.method} ${shot.path.slice(0, 120)}` };
        resolve({ ...hit, ms, isKept });
      };
      const { hostname, port } = this.#host;
      const length = shot.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(shot.body)) };
      const options = { hostname, port, method: shot.method, path: shot.path, agent, headers: { ...length, ...shot.headers } };
      try {
        const sent = request(options, (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= KEPT) chunks.push(chunk);
          });
          const end = (): void => done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') });
          response.on('end', end).on('error', end);
          // An event stream never ends by itself.
          if (String(response.headers['content-type']).startsWith('text/event-stream')) setTimeout(() => (end(), sent.destroy()), 20);
        });
        sent.setTimeout(GIVE_UP, () => sent.destroy(new Error('no answer in time')));
        sent.on('error', (error) => done({ status: 0, headers: {}, text: String(error) }, sent.reusedSocket));
        sent.end(shot.body);
      } catch (error) {
        // Node.js refuses what no client can send, such as line breaks in a header.
        done({ status: -1, headers: {}, text: String(error) });
      }
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
