import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '@cam/contracts';
import { Caller } from '../query/caller';
import type { RunningCam } from '../running-cam';

export const TENANT = 'demo';

const METRICS_TOKEN = 'benchmark-of-the-scale-of-cam';

/** How long no job may begin or run until the server counts as idle, ms. */
const QUIET = 8000;
const PAUSE = 500;

/** A running CAM whose process and log a benchmark watches. */
export class WatchedCam {
  readonly caller: Caller;
  readonly #token: string;

  constructor(readonly cam: RunningCam) {
    this.#token = cam.cli('token', '--user', 'admin@demo.example').trim();
    this.caller = new Caller(cam.url, this.#token);
  }

  /** Returns the environment of a server that can be watched. */
  static environment(databaseUrl: string | undefined): NodeJS.ProcessEnv {
    return { CAM_METRICS_TOKEN: METRICS_TOKEN, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  }

  /** Returns the CPU time that the server has used, s, and its memory, MB. */
  async process(): Promise<{ cpu: number; memory: number }> {
    const response = await fetch(`${this.cam.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await response.text();
    const value = (name: string): number => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    return { cpu: value('process_cpu_seconds_total'), memory: value('process_resident_memory_bytes') / 1e6 };
  }

  /** Returns how often the log has a message. */
  times(message: string): number {
    return this.#log().filter(({ msg }) => msg === message).length;
  }

  /** Waits until no job has run for a while. Returns when the last one ended, ms since 1970. */
  async untilQuiet(): Promise<number> {
    for (;;) {
      const log = this.#log();
      const begun = log.filter(({ msg }) => msg === 'job started').length;
      const ended = log.filter(({ msg }) => msg === 'job done' || msg === 'job failed');
      const last = Math.max(0, ...log.filter(({ msg }) => msg.startsWith('job ')).map(({ time }) => time));
      if (begun === ended.length && Date.now() - last > QUIET) return last;
      await pause();
    }
  }

  /** Imports a bundle and waits until it can be asked about. */
  async import(account: string, takenAt: string, zip: Uint8Array): Promise<void> {
    const path = `/v1/policy-reader/bundles/AWS/${account}?taken_at=${encodeURIComponent(takenAt)}`;
    const { account: source } = await this.call<Api['PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}']['answer']>('PUT', path, zip);
    for (;;) {
      const { organization_sources: members, sources } = await this.call<Api['GET /v1/calendar/progress']['answer']>('GET', '/v1/calendar/progress');
      const own = [...members, ...sources].find(({ uid }) => uid === source.uid);
      if (own?.current_phase_enum.endsWith('_FAILED')) throw new Error(`the import failed: ${JSON.stringify(own.messages)}`);
      if (own?.progress === 100) return;
      await pause(100);
    }
  }

  async call<T>(method: string, path: string, zip?: Uint8Array): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(zip ? { 'content-type': 'application/zip' } : {}) };
    const response = await fetch(this.cam.url + path, { method, headers, ...(zip ? { body: Buffer.from(zip) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  #log(): { time: number; msg: string }[] {
    const lines = readFileSync(join(this.cam.dataDir, 'server.log'), 'utf8').split('\n');
    return lines.flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as { time: number; msg: string }] : []));
  }
}

export function pause(ms = PAUSE): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
