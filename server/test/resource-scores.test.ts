import { sql } from 'kysely';
import { TenantReach } from '../src/graph/answers/counts/tenant-reach';
import { readHistory } from '../src/graph/answers/risk/history';
import { countResources, ResourceScores } from '../src/graph/answers/risk/resource-scores';
import { Scorer } from '../src/graph/answers/risk/scorer';
import type { ResourceFactors } from '../src/graph/answers/risk/stored-factors';
import { DEFAULT_WEIGHTS } from '../src/graph/answers/risk/weights';
import { growRevision } from '../src/graph/store/tiers';
import { LinksCache } from '../src/graph/engine/links-cache';
import { runCooperatively } from '../src/platform/async/cooperative-scheduler';
import { allow, COMPANY, policyDocument, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

function scorer(): Scorer {
  const { read } = new TenantReach(new LinksCache(), { subscribe: () => () => undefined });
  return new Scorer(
    { db: snapshots.db },
    { graph: { readReach: read }, sources: { accountsOf: async () => [] }, tenants: { shadowAccounts: async () => ({}) } },
  );
}

const score = (weights = DEFAULT_WEIGHTS): Promise<number> => scorer().score(TENANT, { weights });

interface Stored {
  entity_id: string;
  name: string;
  from_day: string;
  score: number;
  tier: number;
  /** Changes whenever the row is written. */
  version: string;
}

async function stored(): Promise<Stored[]> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<Stored>`
      select entity_id, name, from_day, score::int score, tier::int tier, xmin::text || ' ' || ctid::text version from risk_score
      where tenant_id = ${TENANT} and kind = 'RESOURCE' and to_day is null order by entity_id`.execute(tx),
  );
  return rows;
}

const change = (statement: ReturnType<typeof sql>): Promise<unknown> => snapshots.db.tenant(TENANT, (tx) => statement.execute(tx));

/** Puts a resource into tier 0. */
const raise = (entityId: string): Promise<unknown> =>
  change(sql`
    insert into tier_member (tenant_id, rule_id, uri, since, tier, labels, state, decided_by, note)
    select tenant_id, 'by-hand', uri, now(), 0, '[]', 'MEMBER', '', '' from graph_entity
    where tenant_id = ${TENANT} and entity_id = ${entityId} and valid_to is null`);

/** Returns a resource that somebody can access. */
async function accessible(): Promise<string> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ entity_id: string }>`
      select e.entity_id from graph_entity e where e.tenant_id = ${TENANT} and e.valid_to is null and e.type = 'OBJECT_STORE'
        and e.class_id in (select a.class_id from graph_access a where a.valid_to is null) order by 1 limit 1`.execute(tx),
  );
  return rows[0]?.entity_id ?? '';
}

async function uriOf(entityId: string): Promise<string> {
  const row = await snapshots.db.tenant(TENANT, (tx) =>
    tx.selectFrom('graph_entity').select('uri').where('entity_id', '=', entityId).where('valid_to', 'is', null).executeTakeFirstOrThrow(),
  );
  return row.uri;
}

beforeEach(async () => {
  const buckets = user('ann', { inline: { buckets: policyDocument(allow('s3:*', '*')) } });
  await snapshots.take({ ...COMPANY, users: [...(COMPANY.users ?? []), buckets] }, '2026-01-01');
});

it('writes a score for each resource, and a second scoring writes none', async () => {
  await raise(await accessible());
  const total = await score();
  const first = await stored();
  const { count } = await snapshots.db.tenant(TENANT, (tx) =>
    tx
      .selectFrom('graph_entity')
      .select(tx.fn.countAll<string>().as('count'))
      .where('valid_to', 'is', null)
      .where('is_resource', '=', true)
      .where('type', 'not in', ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'])
      .where('is_identity', '=', false)
      .executeTakeFirstOrThrow(),
  );
  expect(first).toHaveLength(Number(count));
  expect(total).toBeGreaterThan(first.length);
  expect(new Set(first.map((one) => one.score)).size).toBeGreaterThan(1);
  expect(await score()).toBe(total);
  expect(await stored()).toEqual(first);
});

it('writes only the resources that changed: their name, their tier, or the access to their class', async () => {
  await score();
  const before = await stored();
  const [renamed, raised] = before as [Stored, Stored, ...Stored[]];
  await change(sql`update risk_score set name = 'before' where tenant_id = ${TENANT} and entity_id = ${renamed.entity_id}`);
  await raise(raised.entity_id);
  await score();
  const after = await stored();
  const versions = new Map(before.map(({ entity_id: id, version }) => [id, version]));
  const written = after.filter(({ entity_id: id, version }) => versions.get(id) !== version).map(({ entity_id: id }) => id);
  expect(written.sort()).toEqual([renamed.entity_id, raised.entity_id].sort());
  expect(after.find(({ entity_id: id }) => id === renamed.entity_id)?.name).toBe(renamed.name);
  expect(after.find(({ entity_id: id }) => id === raised.entity_id)?.tier).toBe(0);
});

it('writes each resource in exactly one part', async () => {
  const scope = { tenantId: TENANT, now: new Date() };
  const scores = await runCooperatively(
    ResourceScores.of(
      [],
      { tiers: new Map(), tiered: [] },
      { scoreResources: (_class, tier) => ({ tier, score: 10, factors: { tier: 0, ways: {} } }) },
    ),
  );
  await snapshots.db.tenant(TENANT, async (tx) => {
    await scores.writeFactors(tx, TENANT);
    const total = await countResources(tx, scope);
    expect(await scores.countChanged(tx, scope)).toBe(total);
    const parts: string[][] = [];
    for (const number of [0, 1, 2]) parts.push((await scores.write(tx, scope, { day: '2026-01-01', part: { number, of: 3 } })) ?? []);
    expect(parts.every((uris) => uris.length > 0)).toBe(true);
    expect(parts.flat()).toHaveLength(total);
    expect(await scores.countChanged(tx, scope)).toBe(0);
  });
});

it('scores by the tiers that rules give, although it began with those before', async () => {
  const bucket = await accessible();
  await score();
  const before = (await stored()).find(({ entity_id: id }) => id === bucket);
  // The scorer asks for the end of the evaluation after it has read the tiers before.
  const evaluating: PromiseLike<void> = {
    then: (resolve, reject) =>
      raise(bucket)
        .then(() => snapshots.db.tenant(TENANT, async (tx) => void (await growRevision(tx, TENANT))))
        .then(resolve, reject),
  };
  await scorer().score(TENANT, { weights: DEFAULT_WEIGHTS, tiers: evaluating as Promise<void> });
  const after = (await stored()).find(({ entity_id: id }) => id === bucket);
  expect([before?.tier, after?.tier]).toEqual([3, 0]);
  expect(after?.score).toBeGreaterThan(before?.score ?? 100);
});

it.each([null, 'the digest of an earlier release'])('keeps the history of a score with the digest %p', async (digest) => {
  await score();
  const before = await stored();
  await change(sql`
    update risk_score k set digest = ${digest}, from_day = '2026-01-02', factors = f.factors from risk_factors f
    where k.tenant_id = ${TENANT} and k.kind = 'RESOURCE' and f.tenant_id = k.tenant_id and f.digest = k.digest`);
  await score();
  const after = await stored();
  expect(after.map(({ entity_id: id, from_day: day, score: now }) => [id, day, now])).toEqual(
    before.map(({ entity_id: id, score: then }) => [id, '2026-01-02', then]),
  );
  const again = await stored();
  await score();
  expect(await stored()).toEqual(again);
});

it('ends the score of a former day, and keeps the factors of both', async () => {
  const bucket = await accessible();
  await score();
  const before = (await stored()).find(({ entity_id: id }) => id === bucket);
  await change(sql`update risk_score set from_day = '2026-01-02' where tenant_id = ${TENANT}`);
  await raise(bucket);
  await score();
  const uri = await uriOf(bucket);
  const history = await snapshots.db.tenant(TENANT, (tx) => readHistory(tx, TENANT, uri));
  expect(history.map(({ day, stored: { score: of, tier } }) => [day, of, tier])).toEqual([
    ['2026-01-02', before?.score, 3],
    [new Date().toISOString().slice(0, 10), expect.any(Number), 0],
  ]);
  const weights = history.map(({ stored: { factors } }) => (factors as ResourceFactors).tier);
  expect(weights).toEqual([DEFAULT_WEIGHTS.tiers[3], DEFAULT_WEIGHTS.tiers[0]]);
});

it('stores the factors of equal scores once', async () => {
  await raise(await accessible());
  await score();
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ used: number; missing: number }>`
      select count(distinct k.digest)::int used, (count(*) filter (where f.factors is null or k.factors is not null))::int missing
      from risk_score k left join risk_factors f on f.tenant_id = k.tenant_id and f.digest = k.digest
      where k.tenant_id = ${TENANT} and k.kind = 'RESOURCE'`.execute(tx),
  );
  expect(rows[0]?.missing).toBe(0);
  expect(rows[0]?.used).toBeGreaterThan(1);
  expect(rows[0]?.used).toBeLessThan((await stored()).length);
});

it('foretells the changes of other weights as they happen', async () => {
  await raise(await accessible());
  await score();
  const before = new Map((await stored()).map((one) => [one.entity_id, one.score]));
  const other = { ...DEFAULT_WEIGHTS, tiers: DEFAULT_WEIGHTS.tiers.map((weight) => weight / 4) as typeof DEFAULT_WEIGHTS.tiers };
  const foretold = await scorer().compare(TENANT, other);
  const total = await score(other);
  const after = await stored();
  expect(foretold.total).toBe(total);
  expect(foretold.changed).toBeGreaterThan(0);
  expect(foretold.up).toBe(0);
  expect(after.some(({ entity_id: id, score: now }) => now < (before.get(id) ?? 0))).toBe(true);
});
