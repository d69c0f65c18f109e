import type { SourceMap } from 'node:module';
import {
  isRemoteId,
  type Api,
  type ReleaseError,
  type ReleaseHealth,
  type RemoteError,
  type RemoteId,
  type RemoteVital,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { quantile } from './fleet';
import { readHealthOf, type Health } from './health';
import type { Version } from './live-manifests';
import { isShared, SHARED_FILES, VERSION_PATTERN, type Catalogue, type StoredRelease } from './release';
import { keepErrors, readErrors } from './release-errors';
import { resolveStack, type Script } from './resolve-stack';
import type { SourceMaps } from './source-maps';
import { countVitals, readVitals, type VitalCount } from './vitals';

type Answer = Api['GET /v1/remotes/{id}/health']['answer'];

/** Releases that are compared. */
const COMPARED = 10;

export interface ReleaseHealthDependencies {
  catalogue: () => Promise<Catalogue>;
  maps: SourceMaps;
}

/** Takes web vitals and errors from browsers, and compares releases by them. */
export class ReleaseHealthService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ReleaseHealthDependencies,
  ) {}

  /** Counts web vitals; those of unpublished releases are skipped. */
  async countVitals(vitals: readonly RemoteVital[]): Promise<void> {
    const published = await this.#published(vitals);
    if (published.length > 0) await countVitals(this.ctx.db, published, Date.now());
  }

  /** Keeps errors of a tenant's browsers; those of unpublished releases are skipped. */
  async keepErrors(tenantId: string, errors: readonly RemoteError[]): Promise<void> {
    const published = await this.#published(errors);
    if (published.length > 0) await keepErrors(this.ctx.db, tenantId, published, Date.now());
  }

  /** Compares the releases of a remote, with the errors in the browsers of a tenant. */
  async of(tenantId: string, id: RemoteId): Promise<Answer> {
    const releases = (await this.deps.catalogue()).releases.get(id) ?? [];
    const [health, vitals] = await this.ctx.db.system(async (tx) => [await readHealthOf(tx, id), await readVitals(tx, id)] as const);
    const seen = new Set([...health, ...vitals].map(({ version }) => version));
    const compared = releases.filter(({ version }) => seen.has(version)).slice(0, COMPARED);
    return {
      releases: compared.map(({ version }) => healthOf(version, health, vitals)),
      errors: await this.#errors(tenantId, id, releases),
    };
  }

  async #published<T extends Version>(reports: readonly T[]): Promise<T[]> {
    const { releases } = await this.deps.catalogue();
    return reports.filter(({ id, version }) => releases.get(id)?.some((release) => release.version === version));
  }

  async #errors(tenantId: string, id: RemoteId, releases: readonly StoredRelease[]): Promise<ReleaseError[]> {
    // One error after the other: a source map takes megabytes while it is open.
    const known = new Map<string, Promise<SourceMap | null>>();
    const errors: ReleaseError[] = [];
    for (const { version, message, stack, count, firstAt, lastAt } of await readErrors(this.ctx.db, tenantId, id)) {
      const mapOf = (script: Script): Promise<SourceMap | null> => {
        if (script.id !== id || !isRemoteId(script.id)) return Promise.resolve(null);
        const owner = ownerOf(script, version, releases);
        if (owner === null) return Promise.resolve(null);
        const key = `${owner}/${script.path}`;
        const reading = known.get(key) ?? this.deps.maps.read(id, owner, script.path);
        known.set(key, reading);
        return reading;
      };
      const { lines, isResolved } = await resolveStack(stack, mapOf);
      errors.push({ version, message, stack: lines, is_resolved: isResolved, count, first_at: firstAt, last_at: lastAt });
    }
    return errors;
  }
}

/** Returns the version of the release whose source maps describe a script; null if no release has this script. */
function ownerOf({ folder, path }: Script, version: string, releases: readonly StoredRelease[]): string | null {
  const has = (release: StoredRelease): boolean => Object.hasOwn(release.integrity, path);
  if (folder !== SHARED_FILES) return VERSION_PATTERN.test(folder) && releases.some((one) => one.version === folder && has(one)) ? folder : null;
  if (!isShared(path)) return null;
  return (releases.find((one) => one.version === version && has(one)) ?? releases.find(has))?.version ?? null;
}

function healthOf(version: string, health: readonly Health[], vitals: readonly VitalCount[]): ReleaseHealth {
  const known = health.find((one) => one.version === version);
  const of = (metric: RemoteVital['metric']): VitalCount[] => vitals.filter((one) => one.version === version && one.metric === metric);
  const sum = (counts: readonly VitalCount[]): number => counts.reduce((total, { count }) => total + count, 0);
  return {
    version,
    user_days: known?.days ?? 0,
    troubled_days: known?.troubledDays ?? 0,
    troubled_users: known?.troubledUsers ?? 0,
    lcp_p75_ms: quantile(of('lcp'), 0.75),
    lcp_count: sum(of('lcp')),
    inp_p75_ms: quantile(of('inp'), 0.75),
    inp_count: sum(of('inp')),
  };
}
