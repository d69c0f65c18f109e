import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/database';
import type { HostProvides } from './release';
import { readHosts, rememberHost } from './store';

const FILE = 'host-provides.json';

/** Interval at which a host of another process is asked for its build, and the time limit of an answer, ms. */
const ASK_INTERVAL = 10_000;
const ASK_LIMIT = 3000;

/** The place of the host's build: a folder of this process, or another process that serves it (CAM_ROLE=host). */
export interface HostPlace {
  hostDir: string;
  /** Null: the folder. */
  hostUrl: string | null;
}

/** The modules that hosts provide: the current host by its build, and earlier hosts by the database. */
export class HostCatalogue {
  #readAt = -1;
  #askedAt = -Infinity;
  #current: HostProvides | null = null;
  #earlier: ReadonlyMap<string, HostProvides> = new Map();

  constructor(
    private readonly place: HostPlace,
    private readonly db: Db,
  ) {}

  /** Returns the host that consoles load now; null if none is built. It picks up a newer build. */
  async current(): Promise<HostProvides | null> {
    await (this.place.hostUrl === null ? this.#look() : this.#ask(this.place.hostUrl));
    return this.#current;
  }

  /** Returns the host of the calling tab; the current host for an unknown version. */
  async find(version: string | undefined): Promise<HostProvides | null> {
    const current = await this.current();
    if (version === undefined || version === current?.version) return current;
    return this.#earlier.get(version) ?? current;
  }

  /** Returns earlier hosts that open tabs may still run. */
  async earlier(): Promise<HostProvides[]> {
    const current = await this.current();
    return [...this.#earlier.values()].filter((host) => host.version !== current?.version);
  }

  async #look(): Promise<void> {
    const file = join(this.place.hostDir, FILE);
    const changedAt = await stat(file).then(
      (stats) => stats.mtimeMs,
      () => 0,
    );
    if (changedAt === this.#readAt) return;
    if (changedAt === 0) this.#current = null;
    else await this.#remember(JSON.parse(await readFile(file, 'utf8')) as HostProvides);
    this.#readAt = changedAt;
  }

  /** While the host gives no such answer, the last known one counts: open consoles still run it. */
  async #ask(url: string): Promise<void> {
    if (performance.now() - this.#askedAt < ASK_INTERVAL) return;
    this.#askedAt = performance.now();
    const host = await fetch(`${url}/${FILE}`, { signal: AbortSignal.timeout(ASK_LIMIT) })
      .then((answer) => (answer.ok ? (answer.json() as Promise<HostProvides>) : null))
      // It is away, or a page of the proxy in front answers.
      .catch(() => null);
    if (host !== null && JSON.stringify(host) !== JSON.stringify(this.#current)) await this.#remember(host);
    else if (this.#current === null) {
      this.#earlier = await this.db.system(readHosts);
      this.#current = [...this.#earlier.values()].at(-1) ?? null;
    }
  }

  async #remember(host: HostProvides): Promise<void> {
    this.#earlier = await this.db.system(async (tx) => {
      await rememberHost(tx, host);
      return readHosts(tx);
    });
    this.#current = host;
  }
}
