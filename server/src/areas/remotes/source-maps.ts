import { SourceMap, type SourceMapPayload } from 'node:module';
import type { RemoteId } from '@cam/contracts/server';
import { readText, type ObjectStorage } from '../../platform/storage';
import type { ReleaseFiles } from './release-archive';

/** Source maps and their compressed copies. They belong to the team, so no route serves them. */
const SOURCE_MAP = /\.map(\.br|\.gz)?$/;

/** Reports whether a file of a release is a source map. */
export function isSourceMap(path: string): boolean {
  return SOURCE_MAP.test(path);
}

/** Splits a release into the files that consoles may load and its source maps. */
export function splitSourceMaps(files: ReleaseFiles): { served: ReleaseFiles; maps: ReleaseFiles } {
  const entries = [...files];
  return { served: new Map(entries.filter(([path]) => !isSourceMap(path))), maps: new Map(entries.filter(([path]) => isSourceMap(path))) };
}

/** The source maps of releases in the storage: `remote-maps/<id>/<version>/`, apart from the folders that routes serve. */
export class SourceMaps {
  readonly #storage: ObjectStorage;

  constructor(storage: ObjectStorage) {
    this.#storage = storage.below('remote-maps');
  }

  /** Writes the source maps of a release. They replace those of an earlier attempt. */
  async write(id: RemoteId, version: string, maps: ReleaseFiles): Promise<void> {
    if (maps.size > 0) await this.#storage.replaceFolder(`${id}/${version}`, maps);
  }

  /** Returns the source map of a script; null if the release has none. */
  async read(id: RemoteId, version: string, script: string): Promise<SourceMap | null> {
    try {
      const text = await readText(this.#storage, `${id}/${version}/${script}.map`);
      return text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      return null;
    }
  }

  async remove(id: RemoteId, version: string): Promise<void> {
    await this.#storage.removeFolder(`${id}/${version}`);
  }
}
