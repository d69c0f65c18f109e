import type { Readable } from 'node:stream';
import type { ApiSnapshot, RemoteId, RemoteManifest } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { conflict } from '../../platform/http/errors';
import { readRaw } from '../../platform/http/raw-body';
import { refusedBy, refuseIfAny } from './address-gates';
import { incompatibilities } from './host-compatibility';
import type { GateContext } from './gate';
import type { HostCatalogue } from './host-catalogue';
import type { Catalogue, StoredRelease } from './release';
import { ZIP_LIMIT, type ReleaseFiles } from './release-archive';
import { BACK_END_FILE, jsonOf } from './release-candidate';
import type { ReleaseChecks } from './release-check';
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
  served: () => GateContext['served'];
  checks: ReleaseChecks;
  /** Returns why calls of a release do not fit the server of its team. */
  backEndMisfits: (id: RemoteId, calls: readonly string[], known: ApiSnapshot | null) => Promise<{ problem: string; fix: string }[]>;
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
    const zip = await readRaw(request.upload, ZIP_LIMIT);
    const turn = this.#queue.then(() => this.#publish(request, zip));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #publish({ id, by, dryRun }: PublishRequest, zip: Buffer): Promise<Published> {
    const { catalogue, folders, hosts, served, checks } = this.deps;
    const current = await catalogue();
    const context: GateContext = {
      id,
      others: await this.deps.othersOf(id),
      served: served(),
      published: (current.releases.get(id) ?? []).map(({ version, integrity }) => ({ version, integrity })),
      host: await hosts.current(),
      sizeLimit: sizeLimitOf(id, this.ctx.config.releaseSizes),
    };
    const checked = await checks.check({ zip, context });
    const { served: files, maps } = splitSourceMaps(checked.files);
    const known = jsonOf(files, BACK_END_FILE) as ApiSnapshot | undefined;
    const misfits = await this.deps.backEndMisfits(id, checked.release.manifest.backEndCalls ?? [], known ?? null);
    refuseIfAny(misfits.map((misfit) => ({ gate: 'back-end', ...misfit })));
    const candidate = { ...checked.release, id, publishedAt: new Date(), publishedBy: by };
    const provenance = checkProvenance(files, candidate, await this.deps.keys.list(id));
    if ('gate' in provenance) throw refusedBy(provenance);
    const release: NewRelease = { ...candidate, ...provenance };
    const existing = current.releases.get(id)?.find(({ version }) => version === release.version);
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

    // The row comes first: another server that publishes the same version waits for it, and does not overwrite the files.
    await this.ctx.db.system(async (tx) => {
      if (!(await insertRelease(tx, release)))
        throw conflict('PUBLISHED_MEANWHILE', `Another publisher has published version ${release.version} of ${id} meanwhile. Publish again.`);
      await folders.write(id, release.version, files);
      await this.deps.maps.write(id, release.version, maps);
    });
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
