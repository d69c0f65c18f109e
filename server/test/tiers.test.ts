import type { Api, EndpointKey } from '@cam/contracts';
import { ACCOUNT, ACCOUNT_DUMP_FILES } from './support/inventory-account';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { PATIENT, until } from './support/until';

type NewRule = Api['POST /v1/tiers/rules']['body'];

let tenant: TestTenant;
let other: TestTenant;
let viewer: string;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read', 'cam:guardrail:read'] });
  await importAccount(tenant.token, await zipOf(ACCOUNT_DUMP_FILES));
  await counted(tenant.token);
  await scoredSince(0);
}, 240_000);

async function call<K extends EndpointKey>(key: K, args: CallArgs<K> = {}, token = tenant.token): Promise<Api[K]['answer']> {
  const answer = await api(key, args, token);
  if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.error.user_message}`);
  return answer.body;
}

const scoredAt = async (): Promise<number> => Date.parse((await call('GET /v1/tiers')).scored_at ?? '1970-01-01');

/** Waits for scores newer than a moment, ms since 1970. */
const scoredSince = (moment: number): Promise<unknown> => until('all is scored', async () => (await scoredAt()) > moment, { ...PATIENT, every: 100 });

const names = async (query: string): Promise<string[]> =>
  (await rowsOf(tenant.token, query)).map(({ identity, resource }) => identity || resource).sort();

const rule = (fields: Partial<NewRule>): NewRule => ({
  ...{ name: 'Rule', kind: 'QUERY', definition: { query: 'user ada' }, tier: 1, reason: 'It matters.' },
  ...fields,
});

const add = (fields: Partial<NewRule>) => call('POST /v1/tiers/rules', { body: rule(fields) });
const remove = (rule_id: string) => call('DELETE /v1/tiers/rules/{rule_id}', { path: { rule_id } });
const uriOf = async (query: string): Promise<string> =>
  (await rowsOf(tenant.token, query)).map((row) => row.identity_uri || row.resource_uri)[0] ?? '';

describe('a tier rule', () => {
  it('assigns a tier and labels by query, tag, place and hand, and the lowest tier wins', async () => {
    const added = [
      await add({ name: 'By query', definition: { query: 'user bob' }, tier: 1, labels: ['payroll'] }),
      await add({ name: 'By tag', kind: 'TAG', definition: { key: 'team', value: 'DATA' }, tier: 2 }),
      await add({ name: 'By hand', kind: 'HAND', definition: { uris: [await uriOf('user cleo')] }, tier: null, labels: ['pilot'] }),
    ];
    expect(added.map(({ matched, members, notice }) => [matched, members, notice])).toEqual([
      [1, 1, ''],
      [4, 4, ''],
      [1, 1, ''],
    ]);
    expect(await names('user with-attribute tier 1')).toEqual(['bob']);
    const [bob, cleo] = [await uriOf('user bob'), await uriOf('user cleo')];
    const { tiers } = await call('POST /v1/tiers/of', { body: { uris: [bob, cleo, 'no:such'] } });
    expect(new Map(tiers.map(({ uri, tier }) => [uri, tier]))).toEqual(
      new Map([
        [bob, 1],
        [cleo, 2],
      ]),
    );
    // Ada administers IAM, so a built-in rule assigns her to tier 0.
    expect(await names('user with-attribute tier 2')).toEqual(['cleo', 'dora']);
    expect(await names('user with-attribute tier <= 1')).toEqual(['ada', 'bob']);
    expect(await names('user not with-attribute tier 2')).toEqual(['ada', 'bob']);
    expect(await names('user with-attribute label payroll or label pilot')).toEqual(['bob', 'cleo']);
    expect(await names('user with-attribute label != pilot')).toEqual(['ada', 'bob', 'dora']);
    const place = await add({ name: 'By place', kind: 'PLACE', definition: { place: ACCOUNT }, tier: 2 });
    expect(await names('role with-attribute tier 2')).toEqual(['deployer', 'partner']);
    for (const { rule_id } of [...added, place]) await remove(rule_id);
    expect(await names('user with-attribute tier 1|2')).toEqual([]);
  });

  it('shows what it would hold, and follows its changes', async () => {
    const definition = { query: 'role' };
    const preview = await call('POST /v1/tiers/rules/preview', { body: { kind: 'QUERY', definition } });
    expect([preview.total, preview.examples.map(({ name, tier }) => [name, tier])]).toEqual([2, [['deployer', 3], ['partner', 3]]]); // prettier-ignore
    const { rule_id, version } = await add({ name: 'Roles', definition });
    const path = { rule_id };
    const changed = await call('PATCH /v1/tiers/rules/{rule_id}', { path, body: { definition: { query: 'role deployer' }, version } });
    expect([changed.members, changed.version, changed.owner]).toEqual([1, version + 1, tenant.adminEmail]);
    const late = await api('PATCH /v1/tiers/rules/{rule_id}', { path, body: { tier: 2, version } }, tenant.token);
    expect([late.status, late.error.code]).toEqual([409, 'RULE_CHANGED']);
    await call('PATCH /v1/tiers/rules/{rule_id}', { path, body: { enabled: false } });
    expect(await names('role with-attribute tier 1')).toEqual([]);
    await remove(rule_id);
  });

  it('is refused when it selects nothing by its kind, assigns nothing, reads tiers, or has a taken name', async () => {
    const refused = async (fields: Partial<NewRule>) => (await api('POST /v1/tiers/rules', { body: rule(fields) }, tenant.token)).error.code;
    expect(await refused({ definition: {} })).toBe('QUERY_MISSING');
    expect(await refused({ kind: 'TAG', definition: {} })).toBe('TAG_MISSING');
    expect(await refused({ kind: 'PLACE', definition: {} })).toBe('PLACE_MISSING');
    expect(await refused({ kind: 'HAND', definition: {} })).toBe('URIS_MISSING');
    expect(await refused({ tier: null })).toBe('RULE_WITHOUT_PURPOSE');
    for (const query of [
      'user with-attribute tier 0',
      'user with-access any with-attribute risk > 50',
      'user with-access any via role with-attribute label x',
    ])
      expect([query, await refused({ definition: { query } })]).toEqual([query, 'QUERY_READS_TIERS']);
    expect(await refused({ definition: { query: 'user with' } })).toBeDefined();
    const { rule_id } = await add({ name: 'Taken' });
    expect(await refused({ name: ' taken ' })).toBe('NAME_TAKEN');
    await remove(rule_id);
  });

  it('that is built in can only be switched', async () => {
    const { rules } = await call('GET /v1/tiers/rules');
    const administrators = rules.find(({ name }) => name === 'AWS administrators of IAM');
    expect(administrators).toMatchObject({ kind: 'BUILT_IN', tier: 0, members: 1, enabled: true });
    const path = { rule_id: administrators?.rule_id ?? '' };
    expect((await api('DELETE /v1/tiers/rules/{rule_id}', { path }, tenant.token)).error.code).toBe('RULE_BUILT_IN');
    expect((await api('PATCH /v1/tiers/rules/{rule_id}', { path, body: { tier: 2 } }, tenant.token)).error.code).toBe('RULE_BUILT_IN');
    await call('PATCH /v1/tiers/rules/{rule_id}', { path, body: { enabled: false } });
    expect(await names('user with-attribute tier 0')).toEqual([]);
    await call('PATCH /v1/tiers/rules/{rule_id}', { path, body: { enabled: true } });
    expect(await names('user with-attribute tier 0')).toEqual(['ada']);
  });

  it('is changed only with the right to write, and belongs to its tenant', async () => {
    const { rule_id } = await add({ name: 'Mine' });
    const path = { rule_id };
    expect((await api('POST /v1/tiers/rules', { body: rule({ name: 'x' }) }, viewer)).status).toBe(403);
    expect((await api('PATCH /v1/tiers/rules/{rule_id}', { path, body: { enabled: false } }, viewer)).status).toBe(403);
    expect((await api('DELETE /v1/tiers/rules/{rule_id}', { path }, viewer)).status).toBe(403);
    expect((await api('PUT /v1/tiers/names', { body: { names: ['a', 'b', 'c', 'd'] } }, viewer)).status).toBe(403);
    expect((await api('GET /v1/tiers/rules')).status).toBe(401);
    expect((await call('GET /v1/tiers/rules', {}, viewer)).rules.some(({ name }) => name === 'Mine')).toBe(true);
    expect((await call('GET /v1/tiers/rules', {}, other.token)).rules.every(({ kind }) => kind === 'BUILT_IN')).toBe(true);
    expect((await api('DELETE /v1/tiers/rules/{rule_id}', { path }, other.token)).status).toBe(404);
    expect((await call('GET /v1/tiers/members', {}, other.token)).total).toBe(0);
    await remove(rule_id);
  });
});

describe('certification', () => {
  it('keeps entities out of the tier until a user with the right accepts them', async () => {
    const { rule_id } = await add({ name: 'Certified', definition: { query: 'role' }, tier: 1, certify: true });
    expect(await names('role with-attribute tier 1')).toEqual([]);
    const { rows, total } = await call('GET /v1/tiers/members', { query: { state: 'PROPOSED' } });
    expect([total, (await call('GET /v1/tiers')).proposed]).toEqual([2, 2]);
    const [deployer = '', partner = ''] = rows.map(({ uri }) => uri);
    const decide = (uri: string, decision: 'ACCEPT' | 'REJECT') => ({ body: { rule_id, uris: [uri], decision, note: 'Reviewed.' } });
    const writer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:write'] });
    expect((await api('POST /v1/tiers/certify', decide(deployer, 'ACCEPT'), writer)).status).toBe(403);
    expect((await call('POST /v1/tiers/certify', decide(deployer, 'ACCEPT'))).decided).toBe(1);
    expect((await call('POST /v1/tiers/certify', decide(partner, 'REJECT'))).decided).toBe(1);
    expect((await call('POST /v1/tiers/certify', decide(partner, 'REJECT'))).decided).toBe(0);
    expect(await names('role with-attribute tier 1')).toEqual(['deployer']);
    const { rows: members } = await call('GET /v1/tiers/members', { query: { tier: 1, state: 'MEMBER' } });
    expect(members).toMatchObject([{ name: 'deployer', decided_by: tenant.adminEmail, note: 'Reviewed.', present: true }]);
    // A decision stays when the rule changes otherwise.
    await call('PATCH /v1/tiers/rules/{rule_id}', { path: { rule_id }, body: { tier: 2 } });
    expect(await names('role with-attribute tier 2')).toEqual(['deployer']);
    await remove(rule_id);
  });
});

describe('the tiers', () => {
  it('have names, sizes, and the identities outside that have access', async () => {
    const named = ['Control', 'Payroll', 'Important', 'Rest'];
    expect((await call('PUT /v1/tiers/names', { body: { names: named } })).names).toEqual(named);
    expect((await api('PUT /v1/tiers/names', { body: { names: ['a', 'A', 'b', 'c'] } }, tenant.token)).error.code).toBe('NAMES_NOT_DISTINCT');
    const before = await scoredAt();
    const { rule_id } = await add({ name: 'Buckets', definition: { query: 'object_store' }, labels: ['bucket'] });
    await scoredSince(before);
    await until('outside is counted', async () => ((await call('GET /v1/tiers')).tiers[1]?.outside ?? 0) > 0, { ...PATIENT, every: 100 });
    const { tiers, labels } = await call('GET /v1/tiers');
    const [control, jewels] = tiers;
    expect(tiers.map(({ name }) => name)).toEqual(named);
    expect(control).toMatchObject({ members: 1, query: 'user with-attribute tier 0' });
    expect(labels).toMatchObject([{ label: 'bucket', count: jewels?.members }]);
    expect(new Set(await names(jewels?.outside_query ?? '')).size).toBe(jewels?.outside);
    // The tests below compare several answers about the scores that follow.
    const removed = await scoredAt();
    await remove(rule_id);
    await scoredSince(removed);
  });
});

describe('a risk score', () => {
  it('comes with its factors, sorts and filters the lists, and is a word of the language', async () => {
    const { rows, bands, total } = await call('GET /v1/risk', { query: { of: 'identity' } });
    expect(total).toBe(bands.reduce((sum, { count }) => sum + count, 0));
    // The account that a role trusts is not known, so anyone may act as it and as the role.
    expect(rows.slice(0, 3).map(({ name, tier }) => [name, tier])).toEqual(expect.arrayContaining([['ada', 0]]));
    expect(rows.map(({ risk }) => risk.score)).toEqual([...rows.map(({ risk }) => risk.score)].sort((a, b) => b - a));
    const ada = rows.find(({ name }) => name === 'ada')?.risk;
    expect(ada?.factors.map(({ factor }) => factor)).toEqual(['IMPACT', 'BREADTH', 'EXPOSURE', 'DISUSE']);
    const score = ada?.score ?? 0;
    expect(await names(`user with-attribute risk >= ${score}`)).toEqual(['ada']);
    expect(await names('user with-attribute risk 0')).toContain('dora');
    const list = (query: Partial<Api['GET /v1/graph-querymgr/entities']['query']>) =>
      call('GET /v1/graph-querymgr/entities', { query: { type: 'USER', ...query } as Api['GET /v1/graph-querymgr/entities']['query'] });
    const sorted = await list({ sorted_field: 'risk', sorted_asc: false });
    expect(sorted.rows[0]).toMatchObject({ name: 'ada', tier: 0, risk: ada });
    expect(sorted.total).toBe(4);
    const filtered = await list({ min_risk: score });
    expect(filtered.rows.map(({ name }) => name)).toEqual(['ada']);
    expect(await names(filtered.query)).toEqual(['ada']);
    expect((await list({ tier: 3 })).rows.map(({ name }) => name).sort()).toEqual(['bob', 'cleo', 'dora']);
  });

  it.each([
    ['identity', 2],
    ['resource', 1],
  ] as const)('of each %s belongs to one tier, and the bands of the tiers add up to those of the list', async (of, used) => {
    const sum = (bands: readonly { count: number }[]): number => bands.reduce((all, { count }) => all + count, 0);
    const lists = async () => {
      const [whole, ...tiers] = await Promise.all(
        [undefined, 0, 1, 2, 3].map((tier) => call('GET /v1/risk', { query: { of, ...(tier === undefined ? {} : { tier }), page_size: 100 } })),
      );
      if (!whole) throw new Error('there is no list');
      return { whole, tiers };
    };
    // Bands are counted at the end of a scoring, and those of an earlier test may be writing their rows.
    const { whole, tiers } = await until('no scoring is under way', async () => {
      const read = await lists();
      return [read.whole, ...read.tiers].every(({ bands, total }) => sum(bands) === total) ? read : null;
    });
    for (const { rows, bands, total } of tiers) {
      expect(rows).toHaveLength(total);
      expect(sum(bands)).toBe(total);
    }
    expect(whole.bands.map((_, band) => tiers.reduce((all, { bands }) => all + (bands[band]?.count ?? 0), 0))).toEqual(
      whole.bands.map(({ count }) => count),
    );
    expect(tiers.filter(({ total }) => total > 0).length).toBeGreaterThanOrEqual(used);
  });

  it('puts the five worst problems of a source on top, each with reasons and a fix', async () => {
    const { rows, assessed, scored_at: scoredAt } = await call('GET /v1/risk/top');
    const lists = await Promise.all((['identity', 'resource'] as const).map((of) => call('GET /v1/risk', { query: { of } })));
    const scores = lists.flatMap((list) => list.rows.map(({ risk }) => risk.score)).filter((score) => score > 0);
    const shown = rows.map(({ risk }) => risk.score);
    expect([shown.length <= 5, shown[0], shown]).toEqual([true, Math.max(...scores), [...shown].sort((a, b) => b - a)]);
    expect(new Set(rows.map(({ of, why, fix }) => `${of} ${why.join(' ')} ${fix}`)).size).toBe(rows.length);
    expect(assessed).toBe(lists.reduce((sum, { total }) => sum + total, 0));
    expect(scoredAt).not.toBeNull();
    for (const { risk, why, fix } of rows) {
      expect(risk.factors.map(({ reason }) => reason)).toEqual(expect.arrayContaining(why));
      expect([why.length > 0, fix.length > 0]).toEqual([true, true]);
    }
    const of = async (token: string | undefined, query = {}) => (await api('GET /v1/risk/top', { query }, token)).body;
    expect(await of(tenant.token, { account_id: '000000000000' })).toMatchObject({ rows: [], assessed: 0 });
    expect(await of(other.token)).toEqual({ rows: [], assessed: 0, scored_at: null });
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await api('GET /v1/risk/top', {}, reader)).status).toBe(403);
  });

  it('is explained by its formula and kept daily', async () => {
    const uri = await uriOf('user ada');
    const { risk, formula } = await call('GET /v1/risk/explain', { query: { uri } });
    expect(formula).toMatch(new RegExp(`^100 × min\\(1, 1 \\+ .* = ${risk.score}$`));
    const { points } = await call('GET /v1/risk/trend', { query: { uri } });
    expect(points.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), risk, bands: null });
    const { points: days } = await call('GET /v1/risk/trend', { query: { of: 'identity' } });
    expect(days[0]?.bands).toHaveLength(4);
    expect((await api('GET /v1/risk/explain', { query: { uri } }, other.token)).status).toBe(404);
  });

  it('follows the weights of the tenant, after a preview', async () => {
    const { weights, defaults } = await call('GET /v1/risk/weights');
    expect(weights).toEqual(defaults);
    const changed = { ...weights, exposure: { ...weights.exposure, person: 1, person_without_second_factor: 1 } };
    const wrong = { ...weights, tiers: [0.1, 0.4, 0.8, 1] };
    expect((await api('POST /v1/risk/weights/preview', { body: { weights: wrong } }, tenant.token)).error.code).toBe('WEIGHTS_INVALID');
    expect((await api('PUT /v1/risk/weights', { body: { weights: changed } }, viewer)).status).toBe(403);
    const preview = await call('POST /v1/risk/weights/preview', { body: { weights: changed } }, viewer);
    expect(preview.up).toBeGreaterThan(0);
    expect(preview.changed).toBe(preview.up + preview.down);
    const uri = await uriOf('user ada');
    const score = async () => (await call('GET /v1/risk/explain', { query: { uri } })).risk.score;
    const before = await score();
    await call('PUT /v1/risk/weights', { body: { weights: changed } });
    await until('the score follows the weights', async () => (await score()) > before, { ...PATIENT, every: 100 });
    await call('PUT /v1/risk/weights', { body: { weights: defaults } });
    await until('the score is as before', async () => (await score()) === before, { ...PATIENT, every: 100 });
    const { entries } = await call('GET /v1/tenants/audit', { query: { search: 'risk' } });
    expect(entries[0]).toMatchObject({ before: { weights: changed }, after: { weights: defaults } });
  });
});
