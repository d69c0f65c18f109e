import type { Readable } from 'node:stream';
import type { RemoteId, RemoteManifest } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { conflict } from '../../platform/http/errors';
import { readRaw } from '../../platform/http/raw-body';
import { refuseIfAny } from './address-gates';
import { incompatibilities } from './host-compatibility';
import { refusalsOf } from './gates';
import type { GateContext } from './gate';
import type { HostCatalogue } from './host-catalogue';
import type { Catalogue, StoredRelease } from './release';
import { ZIP_LIMIT, unpackRelease, type ReleaseFiles } from './release-archive';
import { FEDERATION_FILE, MANIFEST_FILE, consumedBy, integrityOf, jsonOf, listedDigests, releaseDigest } from './release-candidate';
import type { ReleaseFolders } from './release-folder';
import { checkProvenance } from './provenance-gate';
import type { SigningKeys } from './signing-keys';
import { sizeLimitOf } from './size-limits';
import { splitSourceMaps, type SourceMaps } from './source-maps';
import { insertRelease, prunedDigest, type NewRelease } from './store';

export interface PublisherDependencies {
  catalogue: () => Promise<Catalogue>;
  /** Returns the live manifests of the other remotes. */
  othersOf: (id: RemoteId) => Promise<readonly RemoteManifest[]>;
  folders: ReleaseFolders;
  maps: SourceMaps;
  keys: SigningKeys;
  hosts: HostCatalogue;
  served: GateContext['served'];
}

export interface PublishRequest {
  id: RemoteId;
  upload: Readable;
  by: string;
  dryRun: boolean;
}

export interface Published {
  release: Omit<StoredRelease, 'number' | 'wasStable' | 'isUnfit'>;
  created: boolean;
  warnings: string[];
}

/** Checks a release with the gates and stores it permanently. */
export class Publisher {
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ctx: Context,
    private readonly deps: PublisherDependencies,
  ) {}

  /**
   * Publishes a release. Publishing the same bytes again changes nothing (`created: false`).
   * @throws ApiError 409 for other bytes under a published version, 422 with all refusals of the gates in `details.refusals`
   */
  async publish(request: PublishRequest): Promise<Published> {
    const { served, maps } = splitSourceMaps(await unpackRelease(await readRaw(request.upload, ZIP_LIMIT)));
    const turn = this.#queue.then(() => this.#publish(request, served, maps));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #publish({ id, by, dryRun }: PublishRequest, files: ReleaseFiles, maps: ReleaseFiles): Promise<Published> {
    const { catalogue, folders, hosts, served } = this.deps;
    const known = await catalogue();
    const refusals = refusalsOf(files, {
      id,
      others: await this.deps.othersOf(id),
      served,
      published: (path, except) => {
        const other = known.releases.get(id)?.find(({ version, integrity }) => version !== except && Object.hasOwn(integrity, path));
        return other && { version: other.version, digest: other.integrity[path] ?? '' };
      },
      host: await hosts.current(),
      sizeLimit: sizeLimitOf(id, this.ctx.config.releaseSizes),
    });
    refuseIfAny(refusals);

    const candidate = releaseOf(id, files, by);
    const provenance = checkProvenance(files, candidate, await this.deps.keys.list(id));
    if ('gate' in provenance) refuseIfAny([provenance]);
    const release: NewRelease = { ...candidate, ...('gate' in provenance ? {} : provenance) };
    const existing = known.releases.get(id)?.find(({ version }) => version === release.version);
    if (existing) {
      const published = await this.#again(existing, release, files, dryRun);
      // A pipeline may add the source maps of a release that was published without them.
      if (!dryRun) await this.deps.maps.write(id, release.version, maps);
      return published;
    }
    const pruned = await this.ctx.db.system((tx) => prunedDigest(tx, release));
    if (pruned !== undefined && pruned !== release.digest)
      throw conflict('RELEASE_EXISTS', `Version ${release.version} of ${id} was removed, and browsers may still keep its files. Use a new version.`);
    const warnings = await this.#warnings(release);
    const answer = { ...release, publishedAt: release.publishedAt.toISOString() };
    if (dryRun) return { release: answer, created: false, warnings };

    await folders.write(id, release.version, files);
    await this.deps.maps.write(id, release.version, maps);
    const inserted = await this.ctx.db.system((tx) => insertRelease(tx, release));
    if (!inserted)
      throw conflict('PUBLISHED_MEANWHILE', `Another publisher has published version ${release.version} of ${id} meanwhile. Publish again.`);
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
    this.ctx.log.info({ remote: id, version: release.version, by }, 'release published');
    return { release: answer, created: true, warnings };
  }

  async #again(existing: StoredRelease, release: NewRelease, files: ReleaseFiles, dryRun: boolean): Promise<Published> {
    const { id, version } = existing;
    if (existing.digest !== release.digest) {
      throw conflict('RELEASE_EXISTS', `Version ${version} of ${id} is already published with other content. Use a new version.`, {
        published: existing.digest,
        offered: release.digest,
      });
    }
    if (!dryRun && !(await this.deps.folders.has(id, version))) await this.deps.folders.write(id, version, files);
    return { release: existing, created: false, warnings: [] };
  }

  /** Returns warnings about open tabs of earlier hosts, which keep using an earlier release. */
  async #warnings(release: NewRelease): Promise<string[]> {
    const hosts = await this.deps.hosts.earlier();
    return hosts
      .filter((host) => incompatibilities(release.consumes, host).length > 0)
      .map((host) => `Tabs with host ${host.version} keep using an earlier release: ${incompatibilities(release.consumes, host).join('; ')}.`);
  }
}

function releaseOf(id: RemoteId, files: ReleaseFiles, by: string): NewRelease {
  const manifest = jsonOf(files, MANIFEST_FILE) as RemoteManifest;
  const integrity = integrityOf(files);
  const fileBytes = Object.fromEntries(Object.keys(integrity).map((path) => [path, files.get(path)?.length ?? 0]));
  return {
    id,
    version: manifest.version,
    publishedAt: new Date(),
    publishedBy: by,
    digest: releaseDigest(integrity),
    bytes: Object.values(fileBytes).reduce((sum, bytes) => sum + bytes, 0),
    fileCount: Object.keys(integrity).length,
    manifest,
    consumes: consumedBy(manifest, jsonOf(files, FEDERATION_FILE)),
    integrity,
    listsDigests: listedDigests(jsonOf(files, FEDERATION_FILE)) !== null,
    fileBytes,
    commit: null,
    builder: null,
    keyId: null,
  };
}
