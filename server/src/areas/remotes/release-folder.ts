import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RemoteId } from '@cam/contracts/server';
import type { ReleaseFiles } from './release-archive';

/** The files of releases on disk: `<data>/remotes/<id>/<version>/`. */
export class ReleaseFolders {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'remotes');
  }

  of(id: RemoteId, version: string): string {
    return join(this.#root, id, version);
  }

  async has(id: RemoteId, version: string): Promise<boolean> {
    return stat(this.of(id, version)).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  }

  /**
   * Writes a release atomically. It replaces a folder without a row in the registry, which an interrupted publish left.
   */
  async write(id: RemoteId, version: string, files: ReleaseFiles): Promise<void> {
    const incoming = join(this.#root, `.incoming-${randomUUID()}`);
    try {
      for (const [path, content] of files) {
        const file = join(incoming, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { flag: 'wx' });
      }
      const target = this.of(id, version);
      await mkdir(dirname(target), { recursive: true });
      await rm(target, { recursive: true, force: true });
      await rename(incoming, target);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }

  async remove(id: RemoteId, version: string): Promise<void> {
    await rm(this.of(id, version), { recursive: true, force: true });
  }
}
