import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type RawBuilder } from 'kysely';
import pino from 'pino';
import { Db } from '../../../server/src/platform/db/database';
import { migrate } from '../../../server/src/platform/db/migrate';
import { allMigrations } from '../../../server/src/platform/db/migrations';
import { buildSnapshot } from '../../../server/src/graph/pipeline/build-snapshot';
import { evaluateHere } from '../../../server/src/graph/pipeline/evaluation-threads';
import { Catalogue } from '../../../server/src/graph/engine/catalogue/catalogue';
import { loadCatalogue } from '../../../server/src/graph/engine/catalogue/load-catalogue';
import { LinksCache } from '../../../server/src/graph/engine/links-cache';
import { KnownAccountsCache } from '../../../server/src/graph/pipeline/context/known-accounts';
import type { SnapshotResult } from '../../../server/src/graph/store/snapshot-writer';
import { Statistics } from '../../../server/src/graph/store/statistics';
import { PROVIDERS } from '../../../server/src/sources/providers';
import { buildServer } from '../../build/build-server';
import { ROOT } from '../../build/root';
import type { SyntheticBundle } from './synthetic-tenant';

const TENANT = 'bench';

/** A tenant in a separate embedded database, into which bundles are imported like uploads. */
export class BenchTenant {
  readonly #links = new LinksCache();
  readonly #accounts = new KnownAccountsCache();
  readonly #statistics: Statistics;

  private constructor(
    readonly db: Db,
    private readonly folder: string,
    private readonly catalogue: Catalogue,
  ) {
    this.#statistics = new Statistics(db, pino({ level: 'silent' }));
  }

  static async open(): Promise<BenchTenant> {
    const folder = mkdtempSync(join(tmpdir(), 'cam-bench-graph-'));
    // The folder lies beside the server's external packages.
    const dist = join(ROOT, 'server/dist/bench');
    await buildServer(dist);
    const db = await Db.embedded(join(folder, 'db'), pathToFileURL(join(dist, 'pglite-worker.mjs')));
    await migrate(db, allMigrations, pino({ level: 'silent' }));
    return new BenchTenant(db, folder, loadCatalogue(pathToFileURL(join(dist, 'aws-catalogue.json'))));
  }

  /** Imports a bundle until the account can be queried. */
  async import({ accountId, details, buckets }: SyntheticBundle): Promise<SnapshotResult | null> {
    const reader = PROVIDERS.AWS?.newReader();
    if (!reader) throw new Error('bundles of AWS cannot be read');
    for (const [name, value] of Object.entries({ details, buckets: { Buckets: buckets } })) {
      reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
    }
    const facts = reader.result().normalise(TENANT, accountId, new Date());
    const { result } = await buildSnapshot(
      { db: this.db, catalogue: this.catalogue, evaluate: evaluateHere, links: this.#links, accounts: this.#accounts },
      {
        tenantId: TENANT,
        imports: [
          {
            source: { sourceUid: `aws-${accountId}`, cloudType: 'AWS', accountId },
            facts,
            takenAt: new Date(),
            isFirst: true,
            evaluating: async () => undefined,
            progress: async () => undefined,
            publish: async () => true,
          },
        ],
        evaluateAnew: [],
        evaluatesLater: () => false,
      },
    );
    if (result?.snapshotId) await this.#statistics.noteChanges(result.changed);
    return result;
  }

  /** Returns the number of pairs of a user or role and an accessible bucket. The graph does not store them. */
  async pairs(): Promise<number> {
    return this.#number(sql`
      select sum(held.n * members.n) n from (
        select distinct p.profile_id, a.class_id from graph_profile_class p join graph_access a on a.pclass_id = p.pclass_id and a.valid_to is null
        where p.valid_to is null) edge
      join (select profile_id, count(*) n from graph_entity where valid_to is null and type in ('USER', 'ROLE') group by profile_id) held using (profile_id)
      join (select class_id, count(*) n from graph_entity where valid_to is null and type = 'OBJECT_STORE' group by class_id) members using (class_id)`);
  }

  /** Returns the number of rows that represent the pairs, and their size with indexes, bytes. */
  async edges(): Promise<{ edges: number; bytes: number }> {
    const edges = await this.#number(sql`
      select (select count(*) from graph_access where valid_to is null) + (select count(*) from graph_profile_class where valid_to is null) n`);
    const bytes = await this.#number(
      sql`
        select pg_total_relation_size('graph_access') + pg_total_relation_size('graph_grants')
          + pg_total_relation_size('graph_profile_class') + pg_total_relation_size('graph_hops') n`,
    );
    return { edges, bytes };
  }

  async #number(query: RawBuilder<unknown>): Promise<number> {
    const { rows } = await this.db.owner((tx) => (query as RawBuilder<{ n: number | string }>).execute(tx));
    return Number(rows[0]?.n ?? 0);
  }

  /** Returns the peak memory of this process, database included, bytes. */
  static peakMemory(): number {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  }

  async close(): Promise<void> {
    await this.db.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
