import { HEALTH, untilCountedBy } from './counted';
import type { RunningCam } from './running-cam';

const UNAUTHORIZED = 401;

/**
 * Calls a running CAM as the administrator of the made-up company. A token lasts for an hour, and a large company may take longer to settle, so a call whose token
 * has expired is made again with another one.
 */
export class Administrator {
  #token: string;

  constructor(private readonly cam: Pick<RunningCam, 'url' | 'cli'>) {
    this.#token = newToken(cam);
  }

  async fetch(method: string, path: string, body?: object): Promise<Response> {
    const response = await this.#fetch(method, path, body);
    if (response.status !== UNAUTHORIZED) return response;
    this.#token = newToken(this.cam);
    return this.#fetch(method, path, body);
  }

  /** @throws if the status is not one of success */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.fetch(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Waits until the counts are up to date. */
  async untilCounted(): Promise<void> {
    await untilCountedBy(() => this.fetch('GET', HEALTH));
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    return fetch(this.cam.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  }
}

function newToken(cam: Pick<RunningCam, 'cli'>): string {
  return cam.cli('token', '--user', 'admin@demo.example').trim();
}
