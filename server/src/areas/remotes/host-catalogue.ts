import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/database';
import type { HostProvides } from './release';
import { readHosts, rememberHost } from './store';

/** Knows what hosts provide: the one that is served now, read from its build, and those served before, from the database. */
export class HostCatalogue {
  readonly #file: string;
  #readAt = -1;
  #current: HostProvides | null = null;
  #earlier: ReadonlyMap<string, HostProvides> = new Map();

  constructor(
    hostDir: string,
    private readonly db: Db,
  ) {
    this.#file = join(hostDir, 'host-provides.json');
  }

  /** The host that this server serves; null where none is built. A newer build is noticed. */
  async current(): Promise<HostProvides | null> {
    const changedAt = await stat(this.#file).then(
      (stats) => stats.mtimeMs,
      () => 0,
    );
    if (changedAt !== this.#readAt) {
      this.#current = changedAt === 0 ? null : await this.#read();
      this.#readAt = changedAt;
    }
    return this.#current;
  }

  /** The host of the asking tab. One that was never served here is taken for the current one. */
  async find(version: string | undefined): Promise<HostProvides | null> {
    const current = await this.current();
    if (version === undefined || version === current?.version) return current;
    return this.#earlier.get(version) ?? current;
  }

  /** Hosts that open tabs may still run, other than the current one. */
  async earlier(): Promise<HostProvides[]> {
    const current = await this.current();
    return [...this.#earlier.values()].filter((host) => host.version !== current?.version);
  }

  async #read(): Promise<HostProvides> {
    const host = JSON.parse(await readFile(this.#file, 'utf8')) as HostProvides;
    this.#earlier = await this.db.system(async (tx) => {
      await rememberHost(tx, host);
      return readHosts(tx);
    });
    return host;
  }
}
