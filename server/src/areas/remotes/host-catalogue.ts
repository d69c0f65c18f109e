import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/database';
import type { HostProvides } from './release';
import { readHosts, rememberHost } from './store';

/** The modules that hosts provide: the current host by its build, and earlier hosts by the database. */
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

  /** Returns the host that this server serves; null if none is built. It picks up a newer build. */
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

  async #read(): Promise<HostProvides> {
    const host = JSON.parse(await readFile(this.#file, 'utf8')) as HostProvides;
    this.#earlier = await this.db.system(async (tx) => {
      await rememberHost(tx, host);
      return readHosts(tx);
    });
    return host;
  }
}
