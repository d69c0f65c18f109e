import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import type { RemoteId } from '@cam/contracts/server';
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

/** The source maps of releases on disk: `<data>/remote-maps/<id>/<version>/`, apart from the folders that routes serve. */
export class SourceMaps {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'remote-maps');
  }

  /** Writes the source maps of a release. They replace those of an earlier attempt. */
  async write(id: RemoteId, version: string, maps: ReleaseFiles): Promise<void> {
    if (maps.size === 0) return;
    const incoming = join(this.#root, `.incoming-${randomUUID()}`);
    try {
      for (const [path, content] of maps) {
        const file = join(incoming, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { flag: 'wx', mode: 0o600 });
      }
      const target = join(this.#root, id, version);
      await mkdir(dirname(target), { recursive: true });
      await rm(target, { recursive: true, force: true });
      await rename(incoming, target);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }

  /** Returns the source map of a script; null if the release has none. */
  async read(id: RemoteId, version: string, script: string): Promise<SourceMap | null> {
    try {
      return new SourceMap(JSON.parse(await readFile(join(this.#root, id, version, `${script}.map`), 'utf8')) as SourceMapPayload);
    } catch {
      return null;
    }
  }

  async remove(id: RemoteId, version: string): Promise<void> {
    await rm(join(this.#root, id, version), { recursive: true, force: true });
  }
}
