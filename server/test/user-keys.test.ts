import { api, createTenant, tokenFor, type TestTenant } from './support/client';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const read = async (token = tenant.token) => (await api('GET /v1/tenants/users/keys', {}, token)).body;
const save = (keys: Record<string, string>, single_keys = true, token = tenant.token) =>
  api('PUT /v1/tenants/users/keys', { body: { single_keys, keys } }, token);

it('keeps the keys of each user, who begins with those of the console', async () => {
  const other = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
  expect(await read()).toEqual({ single_keys: true, keys: {} });
  expect((await save({ 'row-next': 'n', 'alerts.open': 'g l', search: '' }, false)).status).toBe(200);
  expect(await read()).toEqual({ single_keys: false, keys: { 'row-next': 'n', 'alerts.open': 'g l', search: '' } });
  expect(await read(other)).toEqual({ single_keys: true, keys: {} });
  await save({});
  expect(await read()).toEqual({ single_keys: true, keys: {} });
});

it.each<[string, Record<string, string>, string]>([
  ['the key of another action', { 'row-next': 'k' }, '"k" is already the key of "Previous row". Choose another key, or change that one first.'],
  ['the same keys for two pages', { 'alerts.open': 'g x', 'sources.cloud': 'g x' }, '"g x" is already the key of'],
  ['more than a key', { search: 'ab' }, 'A key is one character'],
  ['the first key of pages', { search: 'g' }, 'no space and not g'],
])('refuses %s, and keeps the keys as they were', async (_, keys, message) => {
  await save({ 'row-next': 'n' });
  const { status, body } = await save(keys);
  expect([status, body]).toEqual([422, expect.objectContaining({ code: 'KEY_REFUSED', user_message: expect.stringContaining(message) as string })]);
  expect((await read()).keys).toEqual({ 'row-next': 'n' });
});
