import { createHash } from 'node:crypto';
import {
  isOwnRemoteId,
  type Api,
  type ApiSnapshot,
  type PrunedRelease,
  type ReleaseInUse,
  type RemoteChange,
  type RemoteId,
  type RemoteLoad,
  type RemotesView,
  type ShortDigests,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import type { AreaFlagInfo, FlagsService } from '../flags';
import { notFound } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { Channels, mustExist, refuseIfTaken } from './channels';
import { Delivery } from './delivery';
import { readLoads } from './fleet';
import type { GateContext } from './gate';
import { historyOf } from './history';
import { HostCatalogue } from './host-catalogue';
import { Publisher, type PublishRequest, type Published } from './publisher';
import { operationsOf } from './operations';
import { ReleaseChecks } from './release-check';
import { prune, type PruneRequest } from './prune';
import { PublisherTokens } from './publisher-tokens';
import { DEFAULT_POLICY, idsOf, isShared, SHARED_FILES, type Catalogue, type ChannelPointer, type RemotePolicy, type StoredRelease } from './release';
import { LoadReports } from './load-reports';
import { liveManifests, namesIn } from './live-manifests';
import { ReleaseFolders } from './release-folder';
import { ReleaseHealthService } from './release-health';
import { resolvedRemote } from './resolved-remote';
import { resolveRemote, type RemoteCaller, type Resolution } from './resolve';
import { parsePreviews } from './preview-releases';
import { SigningKeys } from './signing-keys';
import { SourceMaps } from './source-maps';
import { readViolations } from './violation-report';
import { TenantSettingsCache } from './tenant-settings';
import { countViolations, readViolationCounts, violationsOf } from './violations';
import { readCatalogue, readPlace, readPolicies, writePlace, writePolicy, type TenantPlace } from './store';

type Explained = Omit<Api['GET /v1/remotes/why']['answer'], 'id'>;
type Operations = Api['GET /v1/remotes/operations']['answer'];

export interface RemotesDependencies {
  /** Returns the schemas of all calls; read when a release is published. */
  served: () => GateContext['served'];
  /** The file of release-worker.ts. */
  releaseWorker: URL;
  tenantIds: () => Promise<string[]>;
  /** Returns why calls of a release do not fit the server of its team. `known`: the calls as its build knew them. */
  backEndMisfits: (id: RemoteId, calls: readonly string[], known: ApiSnapshot | null) => Promise<{ problem: string; fix: string }[]>;
}

/** The registry: releases and channels of the installation, policies of tenants, and the resulting view of each console. */
export class RemotesService {
  readonly folders: ReleaseFolders;
  readonly tokens: PublisherTokens;
  readonly channels: Channels;
  readonly delivery: Delivery;
  readonly health: ReleaseHealthService;
  readonly keys: SigningKeys;
  readonly #hosts: HostCatalogue;
  readonly #maps: SourceMaps;
  readonly #publisher: Publisher;
  #catalogue: Promise<Catalogue> | null = null;
  readonly #tenants: TenantSettingsCache;
  readonly #reports: LoadReports;

  constructor(
    private readonly ctx: Context,
    private readonly flags: FlagsService,
    private readonly deps: RemotesDependencies,
  ) {
    this.tokens = new PublisherTokens(ctx.db);
    this.#tenants = new TenantSettingsCache(ctx.db, deps.tenantIds);
    this.channels = new Channels(ctx, this.#tenants);
    const catalogue = () => this.#readCatalogue();
    this.folders = new ReleaseFolders(ctx.storage);
    this.#maps = new SourceMaps(ctx.storage);
    this.keys = new SigningKeys(ctx);
    this.health = new ReleaseHealthService(ctx, { catalogue, maps: this.#maps });
    this.#hosts = new HostCatalogue(ctx.config, ctx.db);
    this.#publisher = new Publisher(ctx, {
      catalogue,
      othersOf: async (id) => liveManifests(await this.#readCatalogue(), await this.#tenants.allPins(), id),
      folders: this.folders,
      maps: this.#maps,
      keys: this.keys,
      hosts: this.#hosts,
      served: deps.served,
      backEndMisfits: deps.backEndMisfits,
      checks: new ReleaseChecks(deps.releaseWorker),
    });
    this.#reports = new LoadReports(ctx, { catalogue, moveChannel: (move) => this.channels.move(move) });
    this.delivery = new Delivery(ctx, { channels: this.channels, catalogue, pins: () => this.#tenants.allPins() });
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind !== 'revision') return;
      if (tenantId === EVERY_TENANT) {
        this.#catalogue = null;
        this.#tenants.forget(null);
      } else this.#tenants.forget(tenantId);
    });
  }

  publish(request: PublishRequest): Promise<Published> {
    return this.#publisher.publish(request);
  }

  /** Reports whether the API refuses the calls of this remote for the tenant, by flag or by policy. */
  async isOff(tenantId: string, id: RemoteId): Promise<boolean> {
    if (await this.flags.isRemoteOff(tenantId, id)) return true;
    return (await this.#tenants.of(tenantId)).policies.get(id)?.enabled === false;
  }

  /** Returns the flags that the live areas of a tenant declare. A flag of an area that no channel points at stays unknown, as the area itself. */
  async declaredFlags(tenantId: string): Promise<AreaFlagInfo[]> {
    const live = liveManifests(await this.#readCatalogue(), await this.#tenants.pinsOf(tenantId));
    return namesIn(live, 'flags').map(({ name, text: effect, owner }) => ({ name, owner, effect }));
  }

  /** Returns the rights that live areas declare. */
  async declaredRights(): Promise<string[]> {
    return namesIn(liveManifests(await this.#readCatalogue(), await this.#tenants.allPins()), 'rights').map(({ name }) => name);
  }

  /** Returns the remotes of a console, by tenant, user and host. `revision` changes with any of these or the tenant's flags. */
  async view(principal: Principal, hostVersion: string | undefined, trying?: string, digests?: ShortDigests): Promise<RemotesView> {
    const { catalogue, caller: usual } = await this.#callerOf(principal, hostVersion);
    const tried = parsePreviews(trying, principal, catalogue, this.ctx.config.tryOrigins);
    const caller = { ...usual, previews: new Map(tried.filter(({ refused }) => refused === null).map(({ id, what }) => [id, what])) };
    const today = await this.#hosts.current();
    const view: Omit<RemotesView, 'revision'> & { must_reload: RemoteId[] } = { remotes: [], off: [], incompatible: [], must_reload: [], tried };
    for (const id of idsOf(catalogue)) {
      const resolution = resolveRemote(id, catalogue, caller);
      // A tenant does not learn of an area that another team publishes before a channel or a policy points at it.
      if (resolution.state === 'off' && !resolution.release && !isOwnRemoteId(id)) continue;
      if (resolution.state === 'on') view.remotes.push(resolvedRemote(resolution, digests));
      else if (resolution.state === 'off') view.off.push({ id, reason: resolution.reason, manifest: resolution.release?.manifest ?? null });
      else view.incompatible.push({ id, why: resolution.why.join(' ') });
      const isBehind = today && caller.host && today.version !== caller.host.version;
      if (isBehind && releaseFor(resolveRemote(id, catalogue, { ...caller, host: today })) !== releaseFor(resolution)) view.must_reload.push(id);
    }
    const automatic = [...catalogue.automaticRollbacks].map(([id, reason]) => ({ id, reason }));
    if (automatic.length > 0 && principal.rights.includes('CAM_OPERATOR')) view.rolled_back = automatic;
    const revision = createHash('sha256')
      .update(JSON.stringify([view, caller.host?.version ?? null, [...caller.flags].sort()], withoutShortened))
      .digest('base64url')
      .slice(0, 22);
    return { revision, ...view };
  }

  async why(principal: Principal, id: RemoteId, hostVersion: string | undefined): Promise<Explained> {
    const { catalogue, caller } = await this.#callerOf(principal, hostVersion);
    const resolution: Resolution = resolveRemote(id, catalogue, caller);
    const { version, via } = resolution.state === 'on' ? { version: resolution.release.version, via: resolution.via } : { version: null, via: null };
    return { version, via, why: resolution.why };
  }

  /** Returns the newest release with a hashed file; all releases with this name have the same content. */
  async releaseWith(id: RemoteId, path: string): Promise<StoredRelease | undefined> {
    if (!isShared(path)) return undefined;
    return (await this.#readCatalogue()).releases.get(id)?.find(({ integrity }) => Object.hasOwn(integrity, path));
  }

  async releases(id: RemoteId): Promise<{ releases: readonly StoredRelease[]; channels: Record<string, ChannelPointer> }> {
    const catalogue = await this.#readCatalogue();
    return { releases: catalogue.releases.get(id) ?? [], channels: { ...catalogue.channels.get(id) } };
  }

  /** Returns each remote's policy and its statistics in the tenant's browsers. */
  async operations(principal: Principal, hostVersion: string | undefined): Promise<Operations> {
    const { catalogue, caller } = await this.#callerOf(principal, hostVersion);
    const now = Date.now();
    const violations = await readViolationCounts(this.ctx.db, now);
    return {
      remotes: operationsOf(
        catalogue,
        caller,
        { loads: await readLoads(this.ctx.db, principal.tenantId, now), violations },
        await this.delivery.overview(),
      ),
      console_violations: violationsOf(null, violations),
    };
  }

  /** Counts violations that browsers report. Reports about an unpublished release count for the console. */
  async countViolations(report: string): Promise<void> {
    const { releases } = await this.#readCatalogue();
    const violations = readViolations(report, this.ctx.publicUrl).map((one) => {
      // Most consoles run the newest of the releases that share the file.
      const isOf = ({ version, integrity }: StoredRelease): boolean =>
        version === one.version || (one.version === SHARED_FILES && isShared(one.file) && Object.hasOwn(integrity, one.file));
      const release = one.id === null ? undefined : releases.get(one.id)?.find(isOf);
      return release ? { ...one, id: release.id, version: release.version } : { ...one, id: null, version: '' };
    });
    if (violations.length > 0) await countViolations(this.ctx.db, violations, Date.now());
  }

  countLoads(principal: Principal, loads: readonly RemoteLoad[]): Promise<void> {
    return this.#reports.count(principal, loads);
  }

  /** Returns the changes of a remote, newest first. */
  history(tenantId: string, id: RemoteId, limit: number): Promise<RemoteChange[]> {
    return historyOf(this.ctx.db, this.flags, tenantId, id, limit);
  }

  /** Returns the releases that must stay, with the reasons. */
  async inUse(): Promise<ReleaseInUse[]> {
    return this.channels.inUse(await this.#readCatalogue());
  }

  /** Returns the releases of one remote that must stay. The reasons name no tenant, because its team reads them. */
  async inUseOf(id: RemoteId): Promise<ReleaseInUse[]> {
    const used = await this.channels.inUse(await this.#readCatalogue(), () => 'pinned by a tenant');
    return used.filter((one) => one.id === id).map((one) => ({ ...one, why: [...new Set(one.why)] }));
  }

  /** Removes old releases that nobody can get. */
  prune(request: PruneRequest): Promise<PrunedRelease[]> {
    return prune(this.ctx, { channels: this.channels, hosts: this.#hosts, folders: this.folders, maps: this.#maps }, request);
  }

  /** Changes the given fields of a policy. @returns the policy before and after @throws ApiError 404 if the pinned release does not exist, 422 if another remote owns one of its addresses */
  async changePolicy(
    principal: Principal,
    id: RemoteId,
    change: Partial<RemotePolicy> & { reason: string },
  ): Promise<{ before: RemotePolicy; after: RemotePolicy }> {
    const { tenantId, email } = principal;
    if (typeof change.pin === 'string') {
      const catalogue = await this.#readCatalogue();
      mustExist(catalogue, id, change.pin);
      refuseIfTaken(catalogue, await this.#tenants.pinsOf(tenantId), { id, version: change.pin });
    }
    const changed = await this.ctx.db.tenant(tenantId, async (tx) => {
      const before = (await readPolicies(tx, tenantId)).get(id) ?? DEFAULT_POLICY;
      const after = { ...before, ...change };
      await writePolicy(tx, tenantId, id, after, email);
      return { before, after };
    });
    this.ctx.events.publish({ tenantId, kind: 'revision' });
    return changed;
  }

  /** Returns the tenants in a ring or an environment. */
  tenantsWith(place: Partial<TenantPlace>): Promise<string[]> {
    return this.#tenants.tenantsWith(place);
  }

  /** Puts a tenant into a ring or an environment. @returns its place before @throws ApiError 404 for an unknown tenant */
  async changePlace(tenantId: string, change: Partial<TenantPlace>, by: string): Promise<TenantPlace> {
    if (!(await this.deps.tenantIds()).includes(tenantId)) throw notFound(`The tenant "${tenantId}" does not exist.`);
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const place = await readPlace(tx, tenantId);
      await writePlace(tx, tenantId, { ...place, ...change }, by);
      return place;
    });
    this.ctx.events.publish({ tenantId, kind: 'revision' });
    return before;
  }

  async #callerOf(principal: Principal, hostVersion: string | undefined): Promise<{ catalogue: Catalogue; caller: RemoteCaller }> {
    const { tenantId, email } = principal;
    const [catalogue, { policies, ring, environment }, flags, host] = await Promise.all([
      this.#readCatalogue(),
      this.#tenants.of(tenantId),
      this.flags.on(tenantId),
      this.#hosts.find(hostVersion),
    ]);
    return { catalogue, caller: { tenantId, email, ring, environment, host, flags, policies, previews: new Map() } };
  }

  #readCatalogue(): Promise<Catalogue> {
    if (!this.#catalogue) {
      const reading = this.ctx.db.system(readCatalogue);
      this.#catalogue = reading;
      reading.catch(() => {
        if (this.#catalogue === reading) this.#catalogue = null;
      });
    }
    return this.#catalogue;
  }
}

function releaseFor(resolution: Resolution): string | null {
  return resolution.state === 'on' ? resolution.release.version : null;
}

/** The parts of a view that its shorter forms lack. A release never changes, so its version implies them, and all forms share one revision. */
const LEFT_OUT: ReadonlySet<string> = new Set(['integrity', 'listed', 'needs', 'calls']);

function withoutShortened(key: string, value: unknown): unknown {
  return LEFT_OUT.has(key) ? undefined : value;
}
