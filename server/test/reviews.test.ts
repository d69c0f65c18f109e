import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublicKeys } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import JSZip from 'jszip';
import type { Api, Campaign, ReviewItem } from '@cam/contracts';
import { allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, operatorHeaders, tokenFor, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { oktaUser, ORG } from './support/okta-org';
import { asUser, assumed, BUCKET, called, withKey } from './support/trail';
import { PATIENT, until } from './support/until';

jest.setTimeout(240_000);

const GET = 's3:GetObject';
const objects = (bucket: string): string => `arn:aws:s3:::${bucket}/*`;
const READS = managedPolicy('Read', policyDocument(allow(GET, objects('ledger'))));

/** An account in which Ann is a maker and reads by two ways, and Rita's own access is there too. */
function account({ annIsMaker = true, eveIsTrusted = true, readsMore = false } = {}) {
  const named = (name: string) => `rita-${name}`;
  return {
    'iam/get-account-authorization-details.json': dump({
      users: [
        user('ann', { groups: [...(annIsMaker ? ['makers'] : []), 'readers'], managed: ['Read'] }),
        user('bob', { groups: ['makers'] }),
        user('cleo', { inline: { own: policyDocument(allow([GET, 's3:PutObject'], objects('archive'))) } }),
        user('eve'),
        user(reviewer.rita, { groups: ['makers'] }),
      ],
      groups: [group('makers', ['Become']), group('readers', ['Read']), group(named('nothing'), [])],
      roles: [
        role('deploy', trust({ AWS: `arn:aws:iam::111122223333:root` }), ['Deploy']),
        role('audit', trust({ AWS: eveIsTrusted ? [arn('user', 'eve'), arn('user', 'bob')] : [arn('user', 'bob')] }), ['Read']),
      ],
      policies: [
        managedPolicy('Become', policyDocument(allow('sts:AssumeRole', arn('role', 'deploy')))),
        managedPolicy('Deploy', policyDocument(allow([GET, 's3:PutObject'], `${BUCKET}/*`))),
        readsMore ? managedPolicy('Read', policyDocument(allow(GET, [objects('ledger'), objects('archive')]))) : READS,
      ],
    }),
    's3/list-buckets.json': { Buckets: ['ledger', 'archive'].map((Name) => ({ Name })) },
    's3/get-bucket-policy/archive.json': {
      Policy: JSON.stringify(policyDocument({ ...allow(GET, objects('archive')), Principal: { AWS: arn('user', 'bob') } })),
    },
    'cloudtrail/a.json': {
      Records: [
        assumed(5, asUser('ann'), 'deploy', 'ASIAKEY1'),
        called(4, 'GetObject', withKey('deploy', 'ASIAKEY1'), { requestParameters: { bucketName: 'ledger', key: 'a' } }),
      ],
    },
  };
}

let tenant: TestTenant;
const reviewer = { rita: '', saul: '' };
const tokens = { rita: '', saul: '', viewer: '' };

async function addUser(name: string): Promise<[string, string]> {
  const email = `${name}@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Right-password-1', scopes: ['cam:general:read' as const] };
  const { status, error } = await api('POST /v1/operator/users', { body, headers: operatorHeaders });
  if (status !== 201) throw new Error(error.user_message);
  return [email, await tokenFor({ user: email })];
}

const snapshot = async (change: Parameters<typeof account>[0] = {}): Promise<void> => {
  await importAccount(tenant.token, await zipOf(account(change)));
};

beforeAll(async () => {
  tenant = await createTenant();
  [reviewer.rita, tokens.rita] = await addUser('rita');
  [reviewer.saul, tokens.saul] = await addUser('saul');
  const body = {
    kind: 'HAND' as const,
    name: 'Ledger',
    definition: { uris: [uriOf('OBJECT_STORE', 'ledger')] },
    tier: 0 as const,
    labels: [],
    reason: 'All our money',
  };
  await snapshot();
  const rule = await api('POST /v1/tiers/rules', { body: body as never }, tenant.token);
  if (rule.status >= 300) throw new Error(JSON.stringify(rule.error));
});

const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:111122223333:-:${type}:${name}`;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type New = Api['POST /v1/campaigns']['body'];
const scope = (change: Partial<New> = {}) => ({
  query: 'user',
  reviewers: { by: 'PEOPLE' as const, people: [reviewer.rita, reviewer.saul] },
  fallback: tenant.adminEmail,
  ...change,
});

async function start(change: Partial<New> = {}): Promise<Campaign> {
  const body: New = { name: 'Quarter 4', ...scope(change), due_on: inDays(20), on_silence: 'PROPOSE_REVOKE', ...change };
  const started = await api('POST /v1/campaigns', { body }, tenant.token);
  if (started.status !== 201) throw new Error(started.error.user_message);
  return until('the items are made', async () => {
    const { campaign } = (await api('GET /v1/campaigns/{campaign_id}', { path: { campaign_id: started.body.campaign_id } }, tenant.token)).body;
    return campaign.state === 'PREPARING' ? null : campaign;
  });
}

async function itemsOf(
  id: string,
  query: Partial<Api['GET /v1/campaigns/{campaign_id}/items']['query']> = {},
  token = tenant.token,
): Promise<ReviewItem[]> {
  return (await api('GET /v1/campaigns/{campaign_id}/items', { path: { campaign_id: id }, query: { limit: 500, ...query } }, token)).body.items;
}

const sayings = (items: ReviewItem[]): string[] => items.map(({ action }) => action).sort();
const itemOf = (items: ReviewItem[], action: string): ReviewItem => {
  const found = items.find((item) => item.action === action);
  if (!found) throw new Error(`no item "${action}" in ${sayings(items).join('; ')}`);
  return found;
};

const tokenOf = (email: string): string => (email === reviewer.rita ? tokens.rita : email === reviewer.saul ? tokens.saul : tenant.token);

const decide = (id: string, decisions: Api['POST /v1/campaigns/{campaign_id}/decisions']['body']['decisions'], token: string) =>
  api('POST /v1/campaigns/{campaign_id}/decisions', { path: { campaign_id: id }, body: { decisions } }, token);

const one = ({ item_id, version }: ReviewItem, decision: 'KEEP' | 'REVOKE' | 'UNDO', reason?: string) => ({
  ...{ item_id, version, decision },
  ...(reason === undefined ? {} : { reason }),
});

describe('the items of a review', () => {
  it('are what can be taken away from each identity, with what it gives, its use and a suggestion', async () => {
    const { campaign_id: id, counts, snapshot_time: time } = await start();
    const items = await itemsOf(id);
    expect(sayings(items)).toEqual(
      [
        'Remove ann from makers',
        'Remove ann from readers',
        'Detach Read from ann',
        'Remove bob from makers',
        'Take bob out of the policy of archive',
        'Take bob out of the trust policy of audit',
        'Delete the inline policy own of cleo',
        'Take eve out of the trust policy of audit',
        `Remove ${reviewer.rita} from makers`,
      ].sort(),
    );
    expect(counts.items).toBe(items.length);
    expect(time).not.toBeNull();
    expect(itemOf(items, 'Remove ann from makers')).toMatchObject({
      identity: { name: 'ann', type: 'USER' },
      unit: { kind: 'MEMBERSHIP', name: 'makers', uri: uriOf('GROUP', 'makers'), identities: 3 },
      edits: [{ kind: 'REMOVE_MEMBER', group: arn('group', 'makers'), member: arn('user', 'ann') }],
      may: expect.arrayContaining(['READ', 'WRITE']),
      used: expect.any(Number),
      suggestion: 'KEEP',
      state: 'OPEN',
    });
    // Two ways give the same, so to take one away changes nothing.
    expect([itemOf(items, 'Remove ann from readers').only_here, itemOf(items, 'Detach Read from ann').only_here]).toEqual([0, 0]);
    expect(itemOf(items, 'Delete the inline policy own of cleo')).toMatchObject({
      only_here: 1,
      edits: [{ kind: 'SET_INLINE_POLICY', holder: arn('user', 'cleo'), name: 'own', document: null }],
    });
    // Tier 0 comes first, and the items of one unit are together.
    const keys = items.map(({ unit }) => unit.key);
    expect(new Set(keys).size).toBe(keys.filter((key, index) => key !== keys[index - 1]).length);
    expect(items[0]?.reach[0]).toBeGreaterThan(0);
    // Nobody reviews himself.
    expect(itemOf(items, `Remove ${reviewer.rita} from makers`).reviewer).not.toBe(reviewer.rita);
  });

  it('are counted before the review starts, and limited to important tiers', async () => {
    const preview = async (body: object) => (await api('POST /v1/campaigns/preview', { body: scope(body) as never }, tenant.token)).body;
    const all = await preview({});
    expect(all).toMatchObject({ items: 9, identities: 5, units: 6, without_reviewer: 0, by_fallback: 0 });
    expect(all.reviewers.reduce((sum, { items }) => sum + items, 0)).toBe(9);
    expect((await preview({ max_tier: 0 })).items).toBe(7);
    expect(await preview({ reviewers: { by: 'TAG', tag: 'owner' } })).toMatchObject({
      by_fallback: 9,
      reviewers: [{ reviewer: tenant.adminEmail, items: 9 }],
    });
  });

  it('come in pages, by reviewer and by unit', async () => {
    const { campaign_id: id } = await start();
    const all = await itemsOf(id);
    const paged: ReviewItem[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const { body }: { body: Api['GET /v1/campaigns/{campaign_id}/items']['answer'] } = await api(
        'GET /v1/campaigns/{campaign_id}/items',
        { path: { campaign_id: id }, query: { cursor, limit: 2 } },
        tenant.token,
      );
      expect(body.total).toBe(all.length);
      paged.push(...body.items);
      cursor = body.next;
    }
    expect(paged).toEqual(all);
    const mine = await itemsOf(id, { reviewer: 'me' }, tokens.rita);
    expect(mine).toEqual(all.filter((item) => item.reviewer === reviewer.rita));
    const { units } = (await api('GET /v1/campaigns/{campaign_id}/units', { path: { campaign_id: id } }, tenant.token)).body;
    expect(units.map(({ key }) => key)).toEqual([...new Set(all.map(({ unit }) => unit.key))]);
    expect(units.find(({ name }) => name === 'makers')).toMatchObject({ items: 3, open: 3 });
    expect(await itemsOf(id, { unit: units[0]?.key })).toEqual(all.filter(({ unit }) => unit.key === units[0]?.key));
    const { reviewers } = (await api('GET /v1/campaigns/{campaign_id}', { path: { campaign_id: id } }, tenant.token)).body;
    expect(reviewers.reduce((sum, { items }) => sum + items, 0)).toBe(all.length);
  });

  it('need a query that finds access, users as reviewers, and a day that is not over', async () => {
    const refused = async (change: Partial<New>) => {
      const body: New = { name: 'Wrong', ...scope(change), due_on: inDays(1), on_silence: 'KEEP', ...change };
      const { status, error } = await api('POST /v1/campaigns', { body }, tenant.token);
      return [status, error.code];
    };
    expect(await refused({ query: 'usr ann' })).toEqual([422, expect.any(String)]);
    expect(await refused({ fallback: 'nobody@x.example' })).toEqual([422, 'NOT_A_USER']);
    expect(await refused({ reviewers: { by: 'PEOPLE', people: ['nobody@x.example'] } })).toEqual([422, 'NOT_A_USER']);
    expect(await refused({ due_on: '2020-01-01' })).toEqual([422, 'DUE_DAY_OVER']);
    expect(await refused({ due_on: inDays(500) })).toEqual([422, 'DUE_DAY_FAR']);
    expect(await refused({ due_on: inDays(40), repeat_months: 1 })).toEqual([422, 'REPEATS_TOO_OFTEN']);
    expect(await start({ query: 'user nobody-has-this-name' })).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('no identity') });
  });
});

describe('a decision', () => {
  it('belongs to the reviewer, is taken back, and refuses an outdated version', async () => {
    const { campaign_id: id } = await start();
    const [item] = (await itemsOf(id)).filter(({ needs_reason: needs }) => !needs);
    if (!item) throw new Error('no item');
    const [own, other] = item.reviewer === reviewer.rita ? [tokens.rita, tokens.saul] : [tokens.saul, tokens.rita];
    expect((await decide(id, [one(item, 'KEEP')], other)).error.code).toBe('NOT_REVIEWER');
    const kept = await decide(id, [one(item, 'KEEP')], own);
    expect(kept.body.items[0]).toMatchObject({ state: 'KEPT', version: 2, decided_by: item.reviewer });
    expect(await decide(id, [one(item, 'REVOKE')], own)).toMatchObject({
      status: 409,
      error: { code: 'ITEM_CHANGED', details: { item_ids: [item.item_id] } },
    });
    const undone = await decide(id, [one({ ...item, version: 2 }, 'UNDO')], own);
    expect(undone.body.items[0]).toMatchObject({ state: 'OPEN', version: 3, decided_by: '', decided_at: null });
  });

  it('needs a reason to keep unused access to tier 0, and all of a call count or none', async () => {
    const { campaign_id: id } = await start();
    const items = await itemsOf(id);
    const unused = itemOf(items, 'Remove bob from makers');
    expect([unused.needs_reason, unused.used]).toEqual([true, 0]);
    const same = items.filter((item) => item.reviewer === unused.reviewer && item !== unused);
    const token = tokenOf(unused.reviewer);
    const refused = await decide(id, [...same.map((item) => one(item, 'REVOKE')), one(unused, 'KEEP')], token);
    expect([refused.status, refused.error.code]).toEqual([422, 'REASON_NEEDED']);
    expect(await itemsOf(id)).toEqual(items);
    const kept = await decide(id, [one(unused, 'KEEP', 'Bob is on call at the year end')], token);
    expect(kept.body.items[0]).toMatchObject({ state: 'KEPT', reason: 'Bob is on call at the year end' });
  });

  it('is delegated by the reviewer or an administrator, never to the identity itself', async () => {
    const { campaign_id: id } = await start();
    const item = itemOf(await itemsOf(id), `Remove ${reviewer.rita} from makers`);
    const delegate = (to: string, token: string, { item_id, version }: ReviewItem) =>
      api(
        'POST /v1/campaigns/{campaign_id}/delegate',
        { path: { campaign_id: id }, body: { items: [{ item_id, version }], to, reason: 'On leave' } },
        token,
      );
    expect((await delegate(tenant.adminEmail, tokens.rita, item)).error.code).toBe('NOT_REVIEWER');
    expect((await delegate('nobody@x.example', tokens.saul, item)).error.code).toBe('NOT_A_USER');
    expect((await delegate(reviewer.rita, tokens.saul, item)).error.code).toBe('SELF_REVIEW');
    const given = await delegate(tenant.adminEmail, tokens.saul, item);
    expect(given.body.items[0]).toMatchObject({ reviewer: tenant.adminEmail, version: 2 });
    const [now] = given.body.items;
    if (!now) throw new Error('not delegated');
    expect((await delegate(reviewer.saul, tenant.token, now)).body.items[0]).toMatchObject({ reviewer: reviewer.saul });
  });

  it('starts and closes only with the right to change the tenant, and nothing is decided after the end', async () => {
    const { campaign_id: id } = await start();
    const path = { campaign_id: id };
    const [item] = await itemsOf(id);
    if (!item) throw new Error('no item');
    expect((await api('POST /v1/campaigns/{campaign_id}/close', { path }, tokens.rita)).status).toBe(403);
    const closed = await api('POST /v1/campaigns/{campaign_id}/close', { path }, tenant.token);
    expect(closed.body).toMatchObject({ state: 'CLOSED', closed_by: tenant.adminEmail, counts: { items: 9, open: 0, proposed: 9 } });
    expect((await decide(id, [one({ ...item, version: 2 }, 'REVOKE')], tokenOf(item.reviewer))).error.code).toBe('REVIEW_NOT_OPEN');
    expect((await api('POST /v1/campaigns/{campaign_id}/close', { path }, tenant.token)).error.code).toBe('REVIEW_NOT_OPEN');
  });

  it('is invisible to other tenants', async () => {
    const { campaign_id: id } = await start();
    const other = await createTenant();
    expect((await api('GET /v1/campaigns', {}, other.token)).body.campaigns).toEqual([]);
    for (const key of [
      'GET /v1/campaigns/{campaign_id}',
      'GET /v1/campaigns/{campaign_id}/items',
      'GET /v1/campaigns/{campaign_id}/evidence',
    ] as const)
      expect((await api(key, { path: { campaign_id: id } }, other.token)).status).toBe(404);
  });
});

describe('a revocation', () => {
  it('is done only when a later snapshot shows the unit gone, and the evidence says all of it', async () => {
    const { campaign_id: id } = await start();
    const items = await itemsOf(id);
    const [maker, trusted] = [itemOf(items, 'Remove ann from makers'), itemOf(items, 'Take eve out of the trust policy of audit')];
    for (const item of [maker, trusted]) await decide(id, [one(item, 'REVOKE', 'No longer in the team')], tokenOf(item.reviewer));
    const stateOf = async (item: ReviewItem) => (await itemsOf(id)).find(({ item_id: itemId }) => itemId === item.item_id);
    expect((await stateOf(maker))?.state).toBe('REVOKED');
    await snapshot({ annIsMaker: false, readsMore: true });
    const done = await until(
      'the snapshot is compared',
      async () => {
        const now = await stateOf(maker);
        return now?.state === 'DONE' ? now : null;
      },
      PATIENT,
    );
    expect(done.checked_snapshot).toBeGreaterThan(0);
    expect((await stateOf(trusted))?.state).toBe('REVOKED');
    // The policy gives more now, so the items about it say so.
    expect(await stateOf(itemOf(items, 'Detach Read from ann'))).toMatchObject({ state: 'OPEN', is_changed: true });
    // A unit that goes without a decision closes by itself.
    await snapshot({ annIsMaker: false, eveIsTrusted: false });
    await until('the trust is gone', async () => (await stateOf(trusted))?.state === 'DONE', PATIENT);
    // Access that comes back is not done.
    await snapshot({ annIsMaker: true, eveIsTrusted: false });
    await until('the membership is back', async () => (await stateOf(maker))?.state === 'REVOKED', PATIENT);

    const { body: events } = await api(
      'GET /v1/events',
      { query: { limit: 1000, kinds: ['review.started', 'review.decided', 'review.carried_out'] } },
      tenant.token,
    );
    const ofReview = events.events.filter(({ subject }) => subject === id);
    expect(ofReview.map(({ type }) => type)).toEqual([
      'review.started',
      'review.decided',
      'review.decided',
      'review.carried_out',
      'review.carried_out',
    ]);
    expect(ofReview[3]?.data).toMatchObject({
      campaign: 'Quarter 4',
      identity: 'ann',
      unit: 'makers',
      unit_kind: 'MEMBERSHIP',
      action: maker.action,
    });

    await checkEvidence(id);
    const trustLine = `item ${trusted.item_id}: ${trusted.action}`;
    const lines = await provenLines(id);
    // Each item had its access at the start, and what is gone is proved to be gone.
    for (const item of items) expect(lines.filter((line) => line.includes(`"item ${item.item_id}: `) && line.includes('"reaches"'))).toHaveLength(1);
    const gone = lines.filter((line) => line.includes('"not-reaches"'));
    expect(gone).toEqual([expect.stringContaining(trustLine)]);
    expect(gone[0]).toMatch(/"proofs\/\d{4}\.json",""$/);
    expect(lines.filter((line) => line.includes(trustLine))[0]).toMatch(/"ledger".*"reaches".*"s3:GetObject".*"proofs\/\d{4}\.json",""$/);
  });

  it('closes items whose unit went before anybody decided', async () => {
    await snapshot();
    const { campaign_id: id } = await start();
    const item = itemOf(await itemsOf(id), 'Remove ann from makers');
    await snapshot({ annIsMaker: false });
    const gone = await until(
      'the item closes',
      async () => (await itemsOf(id, { state: ['GONE'] })).find(({ item_id: itemId }) => itemId === item.item_id),
      PATIENT,
    );
    expect(gone.decided_by).toBe('');
    expect((await decide(id, [one(gone, 'REVOKE')], tokenOf(gone.reviewer))).error.code).toBe('ALREADY_GONE');
    await snapshot();
  });
});

/** Makes evidence with proofs, checks all of it, and returns the lines of its index. */
async function provenLines(id: string): Promise<string[]> {
  const path = {
    download_id: (await api('POST /v1/campaigns/{campaign_id}/evidence', { path: { campaign_id: id } }, tenant.token)).body.download.download_id,
  };
  const state = async () => (await api('GET /graph-querymgr/v1/resources/publish/{download_id}', { path }, tenant.token)).body.download.status;
  await until('the proofs are made', async () => (await state()) === 'REPORT_STATUS_COMPLETED', PATIENT);
  const response = await fetch(`${process.env.CAM_TEST_URL}/graph-querymgr/v1/resources/publish/${path.download_id}/file`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  expect(response.headers.get('content-disposition')).toContain('access-review-Quarter-4.zip');
  const content = Buffer.from(await response.arrayBuffer());
  const folder = mkdtempSync(join(tmpdir(), 'cam-review-'));
  try {
    writeFileSync(join(folder, 'evidence.zip'), content);
    const { body: keys } = await api('GET /v1/proofs/keys', {});
    const { report, words } = await verifyFile(join(folder, 'evidence.zip'), readPublicKeys(JSON.stringify(keys)));
    expect({ code: report.code, signature: report.signature, words }).toEqual({ code: 0, signature: 'valid', words: expect.any(String) });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const zip = await JSZip.loadAsync(content);
  const attached = Object.keys(zip.files).filter((name) => name.startsWith('attached/'));
  expect(attached.sort()).toEqual(['campaign.json', 'items.csv', 'items.json', 'log.json', 'summary.json'].map((name) => `attached/${name}`));
  return ((await zip.file('index.csv')?.async('string')) ?? '').trimEnd().split('\r\n').slice(1);
}

/** Recomputes every number of the evidence from its other files, and every item from the log. */
async function checkEvidence(id: string): Promise<void> {
  const response = await fetch(`${process.env.CAM_TEST_URL}/v1/campaigns/${id}/evidence`, { headers: { authorization: `Bearer ${tenant.token}` } });
  expect(response.headers.get('content-disposition')).toContain('access-review-Quarter-4.zip');
  const zip = await JSZip.loadAsync(await response.arrayBuffer());
  const text = async (name: string): Promise<string> => (await zip.file(name)?.async('string')) ?? '';
  const read = async <T>(name: string): Promise<T> => JSON.parse(await text(name)) as T;
  const manifest = await read<{ files: { name: string; sha256: string }[] }>('manifest.json');
  expect(manifest.files.map(({ name }) => name).sort()).toEqual(
    Object.keys(zip.files)
      .filter((name) => name !== 'manifest.json')
      .sort(),
  );
  for (const { name, sha256 } of manifest.files)
    expect(
      createHash('sha256')
        .update(await text(name))
        .digest('hex'),
    ).toBe(sha256);

  type Entry = {
    item_id: number | null;
    kind: string;
    at: string;
    actor: string;
    detail: { state?: string; decision?: string; reason?: string; to?: string };
  };
  const items = await read<ReviewItem[]>('items.json');
  const identitiesOf = (key: string): number => new Set(items.filter(({ unit }) => unit.key === key).map(({ identity }) => identity.uri)).size;
  expect(items.map(({ unit }) => unit.identities)).toEqual(items.map(({ unit }) => identitiesOf(unit.key)));
  const log = await read<Entry[]>('log.json');
  const summary = await read<Record<string, unknown> & { by_reviewer: Record<string, unknown>[] }>('summary.json');
  const count = (is: (item: ReviewItem) => boolean): number => items.filter(is).length;
  const states = [...new Set(items.map(({ state }) => state))];
  const decisions = log.filter(({ kind }) => kind === 'DECIDED');
  const { by_reviewer: byReviewer, ...numbers } = summary;
  expect(numbers).toEqual({
    items: items.length,
    by_state: Object.fromEntries(states.map((state) => [state, count((item) => item.state === state)])),
    decided: count((item) => item.decided_by !== ''),
    kept_with_reason: count((item) => item.state === 'KEPT' && item.reason !== ''),
    undone: decisions.filter(({ detail }) => detail.decision === 'UNDO').length,
    delegated: log.filter(({ kind }) => kind === 'DELEGATED').length,
    reminders: log.filter(({ kind }) => kind === 'REMINDED').length,
    fell_back: log.filter(({ kind }) => kind === 'FELL_BACK').length,
    went_on: log.filter(({ kind }) => kind === 'WENT_ON').length,
  });
  for (const row of byReviewer) {
    const own = decisions.filter(({ actor }) => actor === row.reviewer).map(({ at }) => at);
    expect(row).toMatchObject({
      kept: count((item) => item.decided_by === row.reviewer && item.state === 'KEPT'),
      revoked: count((item) => item.decided_by === row.reviewer && item.state !== 'KEPT'),
      first_decision: own[0] ?? null,
      last_decision: own.at(-1) ?? null,
    });
  }
  for (const item of items) {
    const said = log.filter(({ item_id: itemId, detail }) => itemId === item.item_id && detail.state !== undefined).at(-1);
    expect(item.state).toBe(said?.detail.state ?? 'OPEN');
    const decision = decisions.filter(({ item_id: itemId }) => itemId === item.item_id).at(-1);
    expect([item.decided_by, item.reason]).toEqual([decision?.actor ?? '', decision?.detail.reason ?? '']);
  }
  const csv = await text('items.csv');
  expect(csv.split('\r\n')).toHaveLength(items.length + 1);
}

describe('reviewers of people with several accounts', () => {
  it('are their managers, as the directory names them, and never the person behind the account', async () => {
    const company = await createTenant();
    const boss = `boss@${company.tenantId}.example`;
    const body = { email: boss, tenant: company.tenantId, password: 'Right-password-1', scopes: ['cam:general:read' as const] };
    expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).status).toBe(201);
    const reads = { inline: { own: policyDocument(allow(GET, objects('ledger'))) } };
    const tagged = (name: string, email: string) => ({ ...user(name, reads), Tags: [{ Key: 'Email', Value: email }] });
    const users = [tagged('ada-cli', 'ada@example.com'), tagged('boss-cli', boss), user('robot', reads)];
    await importAccount(
      company.token,
      await zipOf({ 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] } }),
    );
    const person = (name: string, email: string, managerId: string) => {
      const one = oktaUser(name) as { profile: object };
      return { ...one, profile: { ...one.profile, login: email, email, managerId } };
    };
    const people = { 'users.json': [person('ada', 'ada@example.com', boss), person('boss', boss, boss)] };
    await importAccount(company.token, await zipOf(people), { cloud: 'IDP_OKTA', account: ORG });
    await counted(company.token);
    const scopeOf = { query: 'user', reviewers: { by: 'ATTRIBUTE' as const, attribute: 'manager' }, fallback: company.adminEmail };
    const started = await api('POST /v1/campaigns', { body: { name: 'Managers', ...scopeOf, due_on: inDays(5), on_silence: 'KEEP' } }, company.token);
    const path = { campaign_id: started.body.campaign_id };
    const items = await until('the items are made', async () => {
      const all = (await api('GET /v1/campaigns/{campaign_id}/items', { path }, company.token)).body.items;
      return all.length > 0 ? all : null;
    });
    expect(items.map(({ identity, reviewer: by, reviewer_reason: why }) => [identity.name, by, why])).toEqual([
      ['ada-cli', boss, 'Named by the attribute manager'],
      ['boss-cli', company.adminEmail, `Fallback: ${boss} would review their own access`],
      ['robot', company.adminEmail, 'Fallback: no email address in the attribute manager'],
    ]);
  });
});
