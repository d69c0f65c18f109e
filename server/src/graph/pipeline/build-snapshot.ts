import type { Db, Tx } from '../../platform/db/database';
import type { Catalogue } from '../engine/catalogue/catalogue';
import type { LinksCache } from '../engine/links-cache';
import { clearDue, markDue } from '../store/due-sources';
import { writeManifest } from '../store/manifests';
import { readLinks } from '../store/read-links';
import { saveSource } from '../store/read-sources';
import { TENANT_WIDE } from '../store/snapshot-tables';
import { SnapshotWriter, type PublishedChanges, type SnapshotResult } from '../store/snapshot-writer';
import type { KnownAccountsCache } from './context/known-accounts';
import type { EvaluateSource } from './evaluation-threads';
import { evaluateSources, readBase, type IncomingSource } from './evaluate-sources';
import { findDependents } from './find-dependents';

export interface BuildDependencies {
  db: Db;
  catalogue: Catalogue;
  evaluate: EvaluateSource;
  links: LinksCache;
  accounts: KnownAccountsCache;
}

/** The new facts of a source, with what belongs to their import. */
export interface SourceImport extends IncomingSource {
  takenAt: Date;
  /** The source has no snapshot yet, so what the import adds may be of any age. */
  isFirst: boolean;
  /** Called when the facts are stored and the evaluation starts. */
  evaluating: () => Promise<void>;
  /** Reports the progress of the build, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /**
   * Called in the transaction that publishes the snapshot, for changes that belong to it. False: a newer import overtook this one, so nothing of it is
   * published.
   */
  publish: (tx: Tx, changes: { isChanged: boolean }) => Promise<boolean>;
}

export interface BuildRequest {
  tenantId: string;
  /** One import of a source at most. */
  imports: readonly SourceImport[];
  /** Sources to evaluate again in any case. With `TENANT_WIDE` among them, all links are made anew. */
  evaluateAnew: readonly string[];
  /** Decides, by their number, whether the sources that depend on the changes are marked as due, instead of being evaluated now. */
  evaluatesLater: (dependents: number) => boolean;
}

/** A snapshot, or the discovery that none is needed. */
export interface BuildResult extends SnapshotResult {
  /** True when nothing changed that answers depend on: no rows, events or log coverage. */
  isSame: boolean;
}

export interface BuiltSnapshot {
  /** Null: newer imports overtook all. */
  result: BuildResult | null;
  /** The uids of the sources whose imports newer ones overtook. */
  overtaken: ReadonlySet<string>;
}

/**
 * Builds the next snapshot of a tenant: stores the facts of sources, evaluates them and every source that depends on their changes, and links all
 * sources. When another snapshot is published meanwhile, it starts again on top of that one. When newer imports overtook some, it starts again without
 * these.
 */
export async function buildSnapshot(dependencies: BuildDependencies, request: BuildRequest): Promise<BuiltSnapshot> {
  const overtaken = new Set<string>();
  for (let isFirst = true; ; isFirst = false) {
    const imports = request.imports.filter(({ source }) => !overtaken.has(source.sourceUid));
    if (imports.length === 0 && overtaken.size > 0) return { result: null, overtaken };
    const outcome = await attempt(dependencies, { ...request, imports });
    if (outcome === 'stale') continue;
    // A former attempt may have stored events, which this one then found.
    if (!('overtaken' in outcome)) return { result: { ...outcome, isSame: outcome.isSame && isFirst }, overtaken };
    for (const uid of outcome.overtaken) overtaken.add(uid);
  }
}

async function attempt(
  { db, catalogue, evaluate, links: linksCache, accounts }: BuildDependencies,
  { tenantId, imports, evaluateAnew, evaluatesLater }: BuildRequest,
): Promise<BuildResult | { overtaken: ReadonlySet<string> } | 'stale'> {
  const importOf = new Map(imports.map((one) => [one.source.sourceUid, one]));
  const { base, stored } = await readBase(db, tenantId);
  const known = accounts.at(tenantId, base);
  const { evaluate: dependents, moved } = await findDependents({ db, tenantId, catalogue, stored, known }, imports);
  const others = dependents.filter((uid) => !importOf.has(uid));
  const isLater = evaluatesLater(others.length);
  const again = new Set([...evaluateAnew, ...(isLater ? [] : others)].filter((uid) => !importOf.has(uid)));
  const sources = [...imports.map(({ source }) => source), ...stored.filter(({ sourceUid }) => again.has(sourceUid))];

  const links = await linksCache.fork(tenantId, base, () => db.tenant(tenantId, (tx) => readLinks(tx, tenantId)));
  const taken = imports.map(({ source: { sourceUid }, takenAt }) => ({ sourceUid, takenAt }));
  const writer = await SnapshotWriter.begin(db, tenantId, base, taken.length > 0 ? taken : [{ sourceUid: TENANT_WIDE, takenAt: new Date() }]);
  try {
    const evaluated = await evaluateSources(
      { db, catalogue, evaluate, tenantId, links, writer, known },
      {
        incoming: imports,
        sources,
        stored,
        moved: new Map([...moved].filter(([uid]) => !again.has(uid))),
        linksAll: evaluateAnew.includes(TENANT_WIDE),
        evaluating: async (uid) => importOf.get(uid)?.evaluating(),
        progress: async (done) => void (await Promise.all(imports.map((one) => one.progress(done)))),
      },
    );
    const overtaken = new Set<string>();
    let isOtherwiseSame = true;
    const publish = async (tx: Tx, { snapshotId, changedSources }: PublishedChanges): Promise<boolean> => {
      for (const [uid, one] of importOf) if (!(await one.publish(tx, { isChanged: changedSources.has(uid) }))) overtaken.add(uid);
      // The transaction discards an overtaken build, so its sources stay due.
      if (overtaken.size > 0) return false;
      for (const { source, needs, usage } of evaluated) if (await saveSource(tx, tenantId, source, { needs, usage })) isOtherwiseSame = false;
      await clearDue(tx, tenantId, [...evaluateAnew, ...sources.map(({ sourceUid }) => sourceUid)]);
      await markDue(tx, tenantId, isLater ? others : []);
      for (const { source, facts, bundleSha256, takenAt } of imports)
        await writeManifest(tx, tenantId, { source, facts, bundleSha256, snapshotId: snapshotId ?? base, takenAt, catalogue });
      return true;
    };
    const result = await writer.publish(publish);
    if (result === 'stale') return result;
    if (result === null) return { overtaken };
    linksCache.put(tenantId, result.snapshotId ?? base, links);
    accounts.put(tenantId, result.snapshotId ?? base, known);
    return { ...result, isSame: result.snapshotId === null && isOtherwiseSame && !writer.hasEvents };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
