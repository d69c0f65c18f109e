import type { Api } from '@cam/contracts';
import { ACCOUNT, allow, arn, dump, policyDocument, user } from './support/aws-account';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { oktaUser, ORG } from './support/okta-org';

const READ = { inline: { p: policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*')) } };

/** Ada has an Okta user and an IAM user that a tag links to her. The other IAM user names nobody. */
const AWS = dump({
  users: [{ ...user('ada-cli', READ), Tags: [{ Key: 'Email', Value: 'Ada@example.com' }] }, user('robot', READ)],
});
const okta = (status: string): Record<string, unknown> => ({ 'users.json': [oktaUser('ada', { status }), oktaUser('bob')] });

let tenant: TestTenant;
let other: TestTenant;

const importOkta = async (status: string) => {
  await importAccount(tenant.token, await zipOf(okta(status)), { cloud: 'IDP_OKTA', account: ORG });
  await counted(tenant.token);
};
const people = async (query: Api['GET /v1/graph-querymgr/people']['query'] = {}) =>
  (await api('GET /v1/graph-querymgr/people', { query }, tenant.token)).body;
const person = (personId: string, token = tenant.token) => api('GET /v1/graph-querymgr/people/{person_id}', { path: { person_id: personId } }, token);

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  await importAccount(tenant.token, AWS);
  await importOkta('ACTIVE');
}, 240_000);

describe('people', () => {
  it('are listed by name with their accounts, searched by name and address, and limited by the source filter', async () => {
    const { rows, total } = await people();
    expect([total, rows.map(({ name, email, accounts_count: n, clouds, status }) => [name, email, n, clouds, status])]).toEqual([
      2,
      [
        ['ada Example', 'ada@example.com', 2, ['AWS', 'IDP_OKTA'], 'ACTIVE'],
        ['bob Example', 'bob@example.com', 1, ['IDP_OKTA'], 'ACTIVE'],
      ],
    ]);
    expect((await people({ search: 'BOB@' })).rows.map(({ name }) => name)).toEqual(['bob Example']);
    expect((await people({ page_size: 1, page_number: 1 })).rows.map(({ name }) => name)).toEqual(['bob Example']);
    expect((await people({ account_id: ACCOUNT } as never)).rows.map(({ name }) => name)).toEqual(['ada Example']);
  });

  it('are found by name and address in the search, before their accounts', async () => {
    const named = async (text: string, token = tenant.token) => (await api('GET /v1/graph-querymgr/names', { query: { text } }, token)).body.names;
    const [ada, account] = await named('ada');
    expect(ada).toMatchObject({ type: 'PERSON', name: 'ada Example', account_name: 'ada@example.com' });
    expect((await person(ada?.uri ?? '')).status).toBe(200);
    expect(account?.type).not.toBe('PERSON');
    expect((await named('BOB@')).map(({ name, type }) => `${type} ${name}`)).toContain('PERSON bob Example');
    expect((await named('ada', other.token)).filter(({ type }) => type === 'PERSON')).toEqual([]);
  });

  it('have a page with all accounts and the evidence, to which the pages of the accounts link', async () => {
    const [ada] = (await people({ search: 'ada' })).rows;
    const { body } = await person(ada?.person_id ?? '');
    expect(body.accounts.map(({ name, cloud_type: cloud, evidence }) => [name, cloud, evidence])).toEqual([
      ['ada-cli', 'AWS', ['Tag Email=ada@example.com']],
      ['ada@example.com', 'IDP_OKTA', ['E-mail address ada@example.com']],
    ]);
    const of = async (uri: string) =>
      (await api('GET /v1/graph-querymgr/identity-service', { query: { uri } }, tenant.token)).body.identity_info.person;
    const uri = `${tenant.tenantId}:AWS:${ACCOUNT}:-:USER:`;
    expect(await of(`${uri}ada-cli`)).toEqual({ person_id: ada?.person_id, name: 'ada Example' });
    expect(await of(`${uri}robot`)).toBeNull();
  });

  it('are a word of the query language, which stands for all accounts', async () => {
    const [ada] = (await people({ search: 'ada' })).rows;
    const { body } = await person(ada?.person_id ?? '');
    expect(body.query).toBe('person "ada@example.com" with-access any');
    const reaching = async (query: string) => (await rowsOf(tenant.token, query)).map(({ identity, resource }) => `${identity} ${resource}`);
    expect(await reaching('person "ada Example" with-access object_store')).toEqual(['ada-cli ledger']);
    expect(await reaching('person bob* with-access object_store')).toEqual([]);
    expect(await reaching('person with-access object_store and not person with-attribute status active')).toEqual(['ada-cli ledger']);
    expect((await rowsOf(tenant.token, 'person ada@example.com')).map(({ identity, resource }) => identity || resource)).toEqual([
      'ada-cli',
      'ada@example.com',
    ]);
    expect(await rowsOf(tenant.token, 'person robot')).toEqual([]);
  });

  it('are shown as deprovisioned, with the accounts that still work and the steps that remove them', async () => {
    const [before] = (await people({ search: 'ada' })).rows;
    await importOkta('DEPROVISIONED');
    const { body } = await person(before?.person_id ?? '');
    expect(body.status).toBe('DEPROVISIONED');
    expect(body.accounts.map(({ name, status, usable }) => [name, status, usable])).toEqual([
      ['ada-cli', '', true],
      ['ada@example.com', 'deprovisioned', false],
    ]);
    expect(body.removal.map(({ name, done, step }) => [name, done, step])).toEqual([
      ['ada@example.com', true, 'Deactivate the user in Okta, which ends sessions and sign-ins to applications'],
      ['ada-cli', false, 'Delete the password of the IAM user, then the user'],
    ]);
  });

  it('belong to one tenant', async () => {
    const [ada] = (await people({ search: 'ada' })).rows;
    expect((await person(ada?.person_id ?? '', other.token)).status).toBe(404);
    expect((await api('GET /v1/graph-querymgr/people', {}, other.token)).body.total).toBe(0);
  });
});

it('a person is not found by a quoted pattern or by the id of an account', async () => {
  expect(await rowsOf(tenant.token, 'person "ada*"')).toEqual([]);
  expect((await rowsOf(tenant.token, `person ${arn('user', 'ada-cli')}`)).length).toBe(0);
});
