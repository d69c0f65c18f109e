import type { RemoteId } from '@cam/contracts/server';
import type { ObjectStorage } from '../../platform/storage';
import type { ReleaseFiles } from './release-archive';
import { MANIFEST_FILE } from './release-candidate';

/** The files of releases in the storage: `remotes/<id>/<version>/`. */
export class ReleaseFolders {
  readonly #storage: ObjectStorage;

  constructor(storage: ObjectStorage) {
    this.#storage = storage.below('remotes');
  }

  of(id: RemoteId, version: string): ObjectStorage {
    return this.#storage.below(`${id}/${version}`);
  }

  /** Reports whether a release is complete: its manifest is stored last. */
  async has(id: RemoteId, version: string): Promise<boolean> {
    return (await this.of(id, version).sizeOf(MANIFEST_FILE)) !== null;
  }

  /** Writes a release. It replaces files without a row in the registry, which an interrupted publish left. */
  async write(id: RemoteId, version: string, files: ReleaseFiles): Promise<void> {
    const manifestLast = [...files].sort(([a], [b]) => Number(a === MANIFEST_FILE) - Number(b === MANIFEST_FILE));
    await this.#storage.replaceFolder(`${id}/${version}`, new Map(manifestLast));
  }

  async remove(id: RemoteId, version: string): Promise<void> {
    await this.#storage.removeFolder(`${id}/${version}`);
  }
}
