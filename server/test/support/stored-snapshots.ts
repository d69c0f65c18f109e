import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../src/graph/engine/catalogue/catalogue';
import { loadCatalogue } from '../../src/graph/engine/catalogue/load-catalogue';
import { LinksCache } from '../../src/graph/engine/links-cache';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { buildSnapshot, type BuildDependencies, type BuildRequest, type SourceImport } from '../../src/graph/pipeline/build-snapshot';
import { KnownAccountsCache } from '../../src/graph/pipeline/context/known-accounts';
import { readBase } from '../../src/graph/pipeline/evaluate-sources';
import { evaluateHere, type EvaluateSource } from '../../src/graph/pipeline/evaluation-threads';
import { findDependents } from '../../src/graph/pipeline/find-dependents';
import { trySnapshot } from '../../src/graph/pipeline/try-snapshot';
import { AwsBundleReader } from '../../src/graph/providers/aws/read/read-account';
import { normaliseAws } from '../../src/graph/providers/aws/normalise/normalise';
import { ACCESS_WITH_GRANTS } from '../../src/graph/store/grants';
import { readHead, type SnapshotResult } from '../../src/graph/store/snapshot-writer';
import type { Span } from '../../src/graph/store/validity';
import type { Tx } from '../../src/platform/db/database';
import { ACCOUNT, dump } from './aws-account';
import { BUNDLE } from './server-process.cjs';
import { openTestDatabase, type TestDatabase } from './test-database';

export type Account = Parameters<typeof dump>[0];

export const TENANT = 'acme';
const whole = loadCatalogue(pathToFileURL(join(BUNDLE, 'aws-catalogue.json')));

/** A database of its own for each test of a file, with the snapshots that the test takes. */
export class StoredSnapshots {
  #database: TestDatabase | undefined;
  #links = new LinksCache();
  #accounts = new KnownAccountsCache();
  /** The accounts that imports and trials evaluated since the test began or emptied it, in order. */
  readonly evaluated: string[] = [];

  private constructor(readonly catalogue: Catalogue) {}

  /** Opens a database before each test of a file. After the test, it compares the stored counts and the names of grants with the graph. */
  static ofEachTest(catalogue = whole): StoredSnapshots {
    const snapshots = new StoredSnapshots(catalogue);
    beforeEach(async () => {
      snapshots.#database = await openTestDatabase();
      snapshots.restart();
    }, 30_000);
    afterEach(async () => {
      await snapshots.#countsAreThoseOfTheGraph();
      await snapshots.#database?.remove();
    });
    return snapshots;
  }

  get db(): TestDatabase['db'] {
    if (!this.#database) throw new Error('no test has begun');
    return this.#database.db;
  }

  /** Begins anew with an empty database. */
  async anew(): Promise<void> {
    await this.#database?.remove();
    this.#database = await openTestDatabase();
    this.restart();
  }

  /** Forgets what the process keeps between imports. */
  restart(): void {
    this.evaluated.length = 0;
    this.#links = new LinksCache();
    this.#accounts = new KnownAccountsCache();
  }

  /** Imports an account as of a day. */
  async take(account: Account, day: string, accountId = ACCOUNT, changes: ImportChanges = {}): Promise<SnapshotResult | null> {
    const reader = new AwsBundleReader();
    const text = JSON.stringify(dump(account)).replaceAll(ACCOUNT, accountId);
    reader.add({ name: 'details.json', content: Buffer.from(text), problem: null });
    return this.takeFacts(normaliseAws(TENANT, accountId, reader.result().bundle), day, changes);
  }

  /**
   * Imports facts as of a day.
   * @param changes parts of the request that differ from those of a single import
   */
  takeFacts(facts: SourceFacts, day: string, changes: ImportChanges = {}): Promise<SnapshotResult | null> {
    return this.takeTogether([facts], day, changes);
  }

  /** Imports the facts of several accounts as of a day, in one snapshot. */
  async takeTogether(
    all: readonly SourceFacts[],
    day: string,
    { publish = async () => true, ...changes }: ImportChanges = {},
  ): Promise<SnapshotResult | null> {
    const imports = all.map((facts) => ({
      source: sourceOf(facts),
      facts,
      takenAt: new Date(`${day}T12:00:00Z`),
      isFirst: false,
      evaluating: async () => undefined,
      progress: async () => undefined,
      publish,
    }));
    const request = { tenantId: TENANT, imports, evaluateAnew: [], evaluatesLater: () => false, ...changes };
    return (await buildSnapshot(this.#tools, request)).result;
  }

  /** Reads the graph that an import of these facts would give, without importing them. */
  tryFacts<R>(facts: SourceFacts, read: (tx: Tx, span: Span) => Promise<R>, mostDependents: number | null = null): Promise<R | null> {
    return this.tryTogether([facts], read, mostDependents);
  }

  /** Reads the graph that an import of the facts of several accounts would give, without importing them. */
  tryTogether<R>(all: readonly SourceFacts[], read: (tx: Tx, span: Span) => Promise<R>, mostDependents: number | null = null): Promise<R | null> {
    const incoming = all.map((facts) => ({ source: sourceOf(facts), facts }));
    return trySnapshot(this.#tools, { tenantId: TENANT, incoming, progress: async () => undefined, mostDependents }, read);
  }

  /** Returns the accounts whose evaluation depends on what an import of these facts would change. */
  async dependents(facts: SourceFacts): Promise<string[]> {
    const { base, stored } = await readBase(this.db, TENANT);
    const known = this.#accounts.at(TENANT, base);
    const { evaluate: uids } = await findDependents({ ...this.#tools, tenantId: TENANT, stored, known }, [{ source: sourceOf(facts), facts }]);
    return uids.map((uid) => uid.slice('aws-'.length));
  }

  get #tools(): BuildDependencies {
    const evaluate: EvaluateSource = (facts, context, progress) => {
      this.evaluated.push(facts.accountId);
      return evaluateHere(facts, context, progress);
    };
    return { db: this.db, catalogue: this.catalogue, evaluate, links: this.#links, accounts: this.#accounts };
  }

  /** Returns the id of the newest snapshot. */
  head(): Promise<number> {
    return this.db.tenant(TENANT, (tx) => readHead(tx, TENANT));
  }

  /** Compares the stored counts with the rows counted one by one. */
  async #countsAreThoseOfTheGraph(): Promise<void> {
    const { rows } = await this.db.tenant(TENANT, (tx) =>
      sql`
        with counted as (
          select source_uid, account_id, type, count(*)::int n from graph_entity where tenant_id = ${TENANT} and valid_to is null group by 1, 2, 3),
        kept as (select source_uid, account_id, type, n from graph_count where tenant_id = ${TENANT})
        (table counted except table kept) union all (table kept except table counted)`.execute(tx),
    );
    expect(rows).toEqual([]);
    await this.#namesAreThoseOfGrants();
    await this.#sharedRowsAreStored();
  }

  /** Rows refer to grants and hops that exist, under the ids that the database computes from their text. */
  async #sharedRowsAreStored(): Promise<void> {
    const idOf = (content: RawBuilder<unknown>) => sql`encode(substring(sha256(convert_to((${content})::text, 'UTF8')) from 1 for 16), 'hex')::uuid`;
    const { rows } = await this.db.tenant(TENANT, (tx) =>
      sql`
        select 'graph_access' as table, grants_id id from graph_access where grants_id not in (select grants_id from graph_grants)
        union select 'graph_profile_class', hops_id from graph_profile_class where hops_id not in (select hops_id from graph_hops)
        union select 'graph_grants', grants_id from graph_grants where grants_id <> ${idOf(sql`jsonb_build_object('via', via, 'actions', actions)`)}
        union select 'graph_hops', hops_id from graph_hops where hops_id <> ${idOf(sql`hops`)}`.execute(tx),
    );
    expect(rows).toEqual([]);
  }

  async #namesAreThoseOfGrants(): Promise<void> {
    const { rows } = await this.db.tenant(TENANT, (tx) =>
      sql`
        with effective as (
          select a.source_uid, a.pclass_id, g.* from ${ACCESS_WITH_GRANTS} a
          cross join jsonb_to_recordset(a.via) g(effect text, kinds jsonb, policy_name text, policy_uri text, holder_type text, holder_name text, holder_uri text)
          where a.tenant_id = ${TENANT} and a.valid_to is null and g.effect = 'Allow' and g.kinds <> '[]'),
        held as (
          select source_uid, 'policy' place, policy_name as name, pclass_id from effective where policy_name is not null
          union select source_uid, 'policy_uri', policy_uri, pclass_id from effective where policy_uri is not null
          union select source_uid, 'holder', holder_name, pclass_id from effective where holder_type in ('GROUP', 'FEDERATED_GROUP') and holder_name is not null
          union select source_uid, 'holder_uri', holder_uri, pclass_id from effective where holder_type in ('GROUP', 'FEDERATED_GROUP') and holder_uri is not null),
        kept as (select source_uid, place, name, unnest(pclass_ids) pclass_id from graph_named_grant where tenant_id = ${TENANT})
        (table held except table kept) union all (table kept except table held)`.execute(tx),
    );
    expect(rows).toEqual([]);
  }
}

/** Parts of a request that differ from those of an ordinary import. */
type ImportChanges = Partial<Pick<BuildRequest, 'evaluateAnew' | 'evaluatesLater'> & Pick<SourceImport, 'publish'>>;

function sourceOf({ cloudType, accountId }: SourceFacts): SourceImport['source'] {
  return { sourceUid: `aws-${accountId}`, cloudType, accountId };
}
