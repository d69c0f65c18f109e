import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REMOTE_IDS, type Release, type RemoteId, type RemotesView } from '@cam/contracts/server';
import type { Context } from '../context';
import { EVERY_TENANT } from '../events/events';
import type { FlagsService } from '../flags/service';
import { ApiError, conflict, notFound } from '../http/errors';
import type { Principal } from '../http/principal';
import { readReleaseArchive, refusal, type ReleaseArchive } from './release-archive';
import { DEFAULT_POLICY, misfits, resolveRemote, toResolved, type Decision, type Policy, type StoredRelease } from './resolve';
import * as store from './store';

export interface PolicyChange extends Partial<Policy> {
  reason: string;
}

/** The registry of remotes: releases that never change, channels that point at them, and how each tenant gets them. */
export class RemotesService {
  readonly folder: string;
  #provides: Promise<Record<string, string>> | null = null;

  constructor(
    private readonly ctx: Context,
    private readonly flags: FlagsService,
    private readonly servedCalls: () => ReadonlySet<string>,
  ) {
    this.folder = join(ctx.config.dataDir, 'remotes');
  }

  /** Publishes a release. The same content again changes nothing; other content under the same version is refused (409). */
  async publish(id: RemoteId, zipped: Buffer, by: string, dryRun: boolean): Promise<{ release: Release; created: boolean; warnings: string[] }> {
    const archive = await readReleaseArchive(id, zipped);
    const { version } = archive.manifest;
    const known = await this.ctx.db.system((tx) => store.findRelease(tx, id, version));
    if (known && known.digest !== archive.digest) {
      throw conflict('RELEASE_EXISTS', `Release ${version} of ${id} exists with other content, and a release never changes. Publish under a new version.`);
    }
    if (known) return { release: known, created: false, warnings: [] };
    const warnings = await this.#check(id, archive);
    const release: Release = {
      id,
      version,
      published_at: new Date().toISOString(),
      published_by: by,
      bytes: archive.bytes,
      files: archive.files.size,
      digest: archive.digest,
    };
    if (!dryRun) {
      await this.#writeFiles(id, archive);
      await this.ctx.db.system((tx) => store.insertRelease(tx, release, archive.manifest, archive.integrity));
      this.ctx.log.info({ remote: id, version, by }, 'release published');
    }
    return { release, created: !dryRun, warnings };
  }

  async releases(id: RemoteId): Promise<{ releases: Release[]; channels: Record<string, { version: string; etag: string }> }> {
    return this.ctx.db.system(async (tx) => ({ releases: await store.listReleases(tx, id), channels: await store.channelsOf(tx, id) }));
  }

  /** Points a channel at a release. `ifMatch`: the etag that the caller saw last. */
  async pointChannel(id: RemoteId, channel: string, version: string, ifMatch: string | undefined): Promise<{ version: string; etag: string }> {
    const etag = randomUUID();
    await this.ctx.db.system(async (tx) => {
      if (!(await store.findRelease(tx, id, version))) throw notFound(`There is no release ${version} of ${id}. Publish it first.`);
      const current = (await store.channelsOf(tx, id))[channel];
      if (ifMatch !== undefined && current?.etag !== ifMatch) {
        throw conflict('CHANNEL_MOVED', `Somebody moved the channel ${channel} of ${id} to ${current?.version ?? 'nothing'} meanwhile. Look at it and try again.`);
      }
      await store.saveChannel(tx, id, channel, version, current?.version ?? null, etag);
    });
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
    return { version, etag };
  }

  async changePolicy(principal: Principal, id: RemoteId, change: PolicyChange): Promise<Policy & { reason: string }> {
    const { tenantId, email } = principal;
    const policy = await this.ctx.db.tenant(tenantId, async (tx) => {
      const next = { ...((await store.policiesOf(tx, tenantId)).get(id) ?? DEFAULT_POLICY), ...withoutUndefined(change) };
      if (next.pin && !(await store.findRelease(tx, id, next.pin))) throw notFound(`There is no release ${next.pin} of ${id} to pin.`);
      await store.savePolicy(tx, tenantId, id, next, email);
      return next;
    });
    this.ctx.events.publish({ tenantId, kind: 'revision' });
    return policy;
  }

  /** What a tenant's user gets, resolved against what the asking host provides. */
  async view(principal: Principal): Promise<RemotesView> {
    const decisions = await this.#decide(principal);
    const view: RemotesView = { revision: '', remotes: [], off: [], incompatible: [] };
    for (const [id, decision] of decisions) {
      if (decision.kind === 'release') view.remotes.push(toResolved(decision));
      else if (decision.kind === 'incompatible') view.incompatible.push({ id, why: decision.why.join(' ') });
      else if (decision.kind === 'off') view.off.push({ id, reason: decision.reason, manifest: decision.manifest ?? null });
    }
    view.revision = store.revisionOf(view);
    return view;
  }

  async why(principal: Principal, id: RemoteId): Promise<{ id: RemoteId; version: string | null; why: string[] }> {
    const decision = (await this.#decide(principal)).get(id);
    return { id, version: decision?.kind === 'release' ? decision.release.version : null, why: decision?.why ?? [] };
  }

  async #decide(principal: Principal): Promise<Map<RemoteId, Decision & { manifest?: StoredRelease['manifest'] }>> {
    const { tenantId, email } = principal;
    const provides = await this.provides();
    const { releases, channels, policies } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      releases: await store.allReleases(tx),
      channels: await store.allChannels(tx),
      policies: await store.policiesOf(tx, tenantId),
    }));
    const decisions = new Map<RemoteId, Decision & { manifest?: StoredRelease['manifest'] }>();
    for (const id of REMOTE_IDS) {
      const own = releases.filter((release) => release.id === id);
      const decision = resolveRemote({
        id,
        releases: own,
        channels: channels.get(id) ?? {},
        policy: policies.get(id) ?? DEFAULT_POLICY,
        offByFlag: await this.flags.isRemoteOff(tenantId, id),
        provides,
        user: email,
      });
      // The manifest of a remote that is off still says which addresses are its own.
      decisions.set(id, decision.kind === 'off' && own[0] ? { ...decision, manifest: own[0].manifest } : decision);
    }
    return decisions;
  }

  /** What the built host provides, by module. */
  provides(): Promise<Record<string, string>> {
    this.#provides ??= readFile(join(this.ctx.config.hostDir, 'host-provides.json'), 'utf8').then(
      (text) => (JSON.parse(text) as { provides: Record<string, string> }).provides,
      () => {
        this.#provides = null;
        throw new ApiError(503, 'HOST_NOT_BUILT', 'The console is not built. Run: npm run build');
      },
    );
    return this.#provides;
  }

  /** The gates that need more than the archive. Throws where a release must not go out. */
  async #check(id: RemoteId, { manifest }: ReleaseArchive): Promise<string[]> {
    const served = this.servedCalls();
    const unserved = manifest.calls.filter((call) => !served.has(call));
    if (unserved.length > 0) throw refusal('api', 'The release calls what this server does not serve. Deploy the server first.', unserved);
    const others = (await this.ctx.db.system((tx) => store.currentManifests(tx))).filter((other) => other.id !== id);
    const taken = others.flatMap((other) => [...other.routes.map(({ path }) => path), ...other.menu.map((item) => `menu ${item.id}`)]);
    const own = [...manifest.routes.map(({ path }) => path), ...manifest.menu.map((item) => `menu ${item.id}`)];
    const clashes = own.filter((name, index) => taken.includes(name) || own.indexOf(name) !== index);
    if (clashes.length > 0) throw refusal('addresses', 'Some routes or menu ids belong to another remote or stand twice. Give them names of their own.', clashes);
    return misfits(manifest, await this.provides());
  }

  /** Written beside its place and renamed: a release is there whole or not at all. */
  async #writeFiles(id: RemoteId, archive: ReleaseArchive): Promise<void> {
    const folder = join(this.folder, id, archive.manifest.version);
    const beside = `${folder}.${randomUUID()}`;
    for (const [name, content] of archive.files) {
      const file = join(beside, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
  }
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
