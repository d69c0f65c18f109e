import { Events } from '../src/platform/events/events';
import type { Context } from '../src/platform/context';
import { QueryService } from '../src/graph/query/service';
import { TiersService } from '../src/graph/answers/tiers/service';
import { deleteSourceRows } from '../src/graph/store/due-sources';
import { readSources } from '../src/graph/store/read-sources';
import { DEFAULT_STAGES, saveStages } from '../src/graph/store/stages';
import { ACCOUNT, group, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

let asked: string[];
let accountName: string;
let tiers: TiersService;

beforeEach(() => {
  asked = [];
  accountName = 'Payments';
  const ctx = { db: snapshots.db, events: new Events() } as unknown as Context;
  const account = () => ({ account_id: ACCOUNT, account_name: accountName, last_snapshot_time: '2026-01-01T12:00:00Z' });
  const sources = { accountsOf: async () => [account()] as never[], organizationsOf: async () => [] };
  const queries = new QueryService(ctx, { sources, graph: { catalogue: snapshots.catalogue }, tenants: { shadowAccounts: async () => ({}) } });
  const counting = {
    subjects: (tenantId: string, input: string, accountId: string | null) => {
      asked.push(input);
      return queries.subjects(tenantId, input, accountId);
    },
    validate: queries.validate.bind(queries),
    readsJudgements: queries.readsJudgements.bind(queries),
    mayResultChange: queries.mayResultChange.bind(queries),
    readBesideGraph: queries.readBesideGraph.bind(queries),
  };
  tiers = new TiersService(ctx, { queries: counting, sources, changed: async () => undefined });
});

const USERS = 'user with-attribute name a*';
const GROUPS = 'group';
const PRODUCTION = 'user with-attribute stage production';
const USED = 'user with-access any with-usage never';

const take = (users: readonly string[], groups: readonly string[], day: string) =>
  snapshots.take({ users: users.map((name) => user(name)), groups: groups.map((name) => group(name, [])) } as never, day);

const add = (name: string, query: string) =>
  tiers.create(TENANT, { name, kind: 'QUERY', definition: { query }, tier: 1, reason: 'It matters.' }, 'ada@acme.example');

/** Evaluates the rules and returns the queries of the test that were asked. */
async function evaluate(): Promise<string[]> {
  asked = [];
  await tiers.evaluate(TENANT);
  return asked.filter((query) => [USERS, GROUPS, PRODUCTION, USED].includes(query)).sort();
}

const matched = async (): Promise<Record<string, number | null>> => {
  const rules = (await tiers.rules(TENANT)).filter(({ kind }) => kind === 'QUERY');
  return Object.fromEntries(rules.map(({ name, matched: n }) => [name, n]));
};

it('is evaluated when a snapshot changed something that its query reads, and only then', async () => {
  await take(['ann', 'bob'], ['readers'], '2026-01-01');
  await add('users', USERS);
  await add('groups', GROUPS);
  await tiers.evaluate(TENANT);
  expect(await evaluate()).toEqual([]);
  expect(asked).toEqual([]);

  await take(['ann', 'bob', 'abe'], ['readers'], '2026-01-02');
  expect(await evaluate()).toEqual([USERS]);
  expect(await matched()).toEqual({ users: 2, groups: 1 });

  // The rule about groups was not asked about the second snapshot, and still notices the third.
  await take(['ann', 'bob', 'abe'], [], '2026-01-03');
  expect(await evaluate()).toEqual([GROUPS]);
  expect(await matched()).toEqual({ users: 2, groups: 0 });
  expect(await evaluate()).toEqual([]);
});

it('is evaluated when accounts get other names, or names and tags stand for other stages', async () => {
  await take(['ann'], [], '2026-01-01');
  await add('production', PRODUCTION);
  expect(await evaluate()).toEqual([]);
  expect(await matched()).toEqual({ production: 0 });

  accountName = 'Payments prod';
  expect(await evaluate()).toEqual([PRODUCTION]);
  expect(await matched()).toEqual({ production: 1 });

  const words = DEFAULT_STAGES.stages.map((stage) => (stage.stage === 'production' ? { ...stage, accounts: ['*live*'] } : stage));
  await snapshots.db.tenant(TENANT, (tx) => saveStages(tx, TENANT, { ...DEFAULT_STAGES, stages: words }, 'ada@acme.example'));
  expect(await evaluate()).toEqual([PRODUCTION]);
  expect(await matched()).toEqual({ production: 0 });
});

it('loses the entities of a source that is deleted, although no snapshot tells of it', async () => {
  await take(['ann'], [], '2026-01-01');
  await add('users', USERS);
  expect(await evaluate()).toEqual([]);
  const [source] = await snapshots.db.tenant(TENANT, (tx) => readSources(tx, TENANT));
  await snapshots.db.tenant(TENANT, (tx) => deleteSourceRows(tx, TENANT, source?.sourceUid ?? ''));
  expect(await evaluate()).toEqual([USERS]);
  expect(await matched()).toEqual({ users: 0 });
});

it('is evaluated each time if its query reads logs, and after it failed', async () => {
  await take(['ann'], [], '2026-01-01');
  await add('used', USED);
  expect(await evaluate()).toEqual([USED]);
  const { rule_id: id } = await add('users', USERS);
  await snapshots.db.tenant(TENANT, (tx) => tx.updateTable('tier_rule').set({ error: 'The disk is full.' }).where('rule_id', '=', id).execute());
  expect(await evaluate()).toEqual([USED, USERS]);
});

it('is evaluated at least once a day, because a newer release may find more', async () => {
  await take(['ann'], [], '2026-01-01');
  const { rule_id: id } = await add('users', USERS);
  expect(await evaluate()).toEqual([]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await snapshots.db.tenant(TENANT, (tx) => tx.updateTable('tier_rule').set({ evaluated_at: yesterday }).where('rule_id', '=', id).execute());
  expect(await evaluate()).toEqual([USERS]);
});

it('gives its entities another tier at once when it is changed', async () => {
  await take(['ann'], [], '2026-01-01');
  const { rule_id: id } = await add('users', USERS);
  await tiers.change(TENANT, id, { tier: 0 }, 'ada@acme.example');
  expect(await evaluate()).toEqual([]);
  const { rows } = await tiers.members(TENANT, { state: null, tier: null, ruleId: id, search: '' }, { limit: 10, offset: 0 });
  expect(rows).toMatchObject([{ tier: 0 }]);
});
