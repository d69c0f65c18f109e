import type { Api } from '@cam/contracts';
import { STAGES } from '@cam/contracts/server';
import { arn, dump, user } from './support/aws-account';
import { importAccount, rowsOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { PATIENT, until } from './support/until';

type StageMap = Api['PUT /v1/stages']['body'];

const OTHER_ACCOUNT = '444455556666';

let tenant: TestTenant;
let viewer: string;

const tagged = (name: string, tags: Record<string, string>, account?: string): object => ({
  ...user(name),
  Arn: arn('user', name, account),
  Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
});

beforeAll(async () => {
  tenant = await createTenant();
  viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
  const users = [
    tagged('ada', { env: 'PRD' }),
    tagged('bob', { Environment: 'dev-3', ENV: '' }),
    tagged('cleo', { env: 'blue' }),
    tagged('dora', { team: 'data', deployEnv: 'prod' }),
  ];
  await importAccount(tenant.token, dump({ users }), { name: 'Larkspur' });
  const inProduction = [tagged('eve', {}, OTHER_ACCOUNT), tagged('finn', { env: 'sandbox' }, OTHER_ACCOUNT)];
  await importAccount(tenant.token, dump({ users: inProduction }), { account: OTHER_ACCOUNT, name: 'larkspur-prod' });
}, 240_000);

const named = async (query: string): Promise<string[]> => (await rowsOf(tenant.token, query)).map(({ identity }) => identity).sort();
const put = (body: StageMap, token = tenant.token) => api('PUT /v1/stages', { body }, token);
const read = async (): Promise<StageMap> => {
  const { keys, stages } = (await api('GET /v1/stages', {}, tenant.token)).body;
  return { keys, stages };
};

it('the attribute stage follows the tags of an entity, and the name of its account where no tag names a stage', async () => {
  expect(await named('user with-attribute stage production')).toEqual(['ada', 'eve']);
  expect(await named('user with-attribute stage sandbox')).toEqual(['finn']);
  expect(await named('user with-attribute stage production|sandbox')).toEqual(['ada', 'eve', 'finn']);
  expect(await named('user not with-attribute stage production')).toEqual(['bob', 'cleo', 'dora', 'finn']);
});

it('lists the values of the tags in use with their stage', async () => {
  const { values } = (await api('GET /v1/stages/values', {}, tenant.token)).body;
  const seen = values.map(({ key, value, stage }) => `${key}=${value}: ${stage}`).sort();
  expect(seen).toEqual(['Environment=dev-3: null', 'env=PRD: production', 'env=blue: null', 'env=sandbox: sandbox']);
});

it('a changed map counts at once in queries, guardrails and tier rules', async () => {
  const guardrail = { name: 'Blue users', query: 'user with-attribute stage staging', severity: 'HIGH' as const };
  const { monitor } = (await api('POST /v1/intents/monitors', { body: guardrail }, tenant.token)).body;
  await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitor.monitor_id], alerts_enabled: true } }, tenant.token);
  const rule = { name: 'Staging', kind: 'QUERY' as const, definition: { query: guardrail.query }, tier: 2, reason: 'It mirrors production.' };
  const { matched } = (await api('POST /v1/tiers/rules', { body: rule }, tenant.token)).body;
  expect(matched).toBe(0);
  const map = await read();

  const stages = map.stages.map((one) => {
    if (one.stage === 'staging') return { ...one, values: [...one.values, ' Blue '] };
    return one.stage === 'development' ? { ...one, values: [...one.values, 'dev-*'] } : one;
  });
  const saved = await put({ ...map, stages });

  expect(saved.status).toBe(200);
  expect([saved.body.changed_by, saved.body.stages.map(({ stage }) => stage)]).toEqual([tenant.adminEmail, [...STAGES]]);
  expect(await named('user with-attribute stage staging')).toEqual(['cleo']);
  expect(await named('user with-attribute stage development')).toEqual(['bob']);
  await until(
    'the guardrail raised an alert',
    async () => {
      const query = { search: guardrail.name, show: 'ALERT_ALL' as const, offset: 0, limit: 10 };
      return (await api('GET /v1/intents/alerts', { query }, tenant.token)).body.alert_info_list.length === 1;
    },
    PATIENT,
  );
  await until(
    'the tier rule holds the entity',
    async () => (await api('GET /v1/tiers/rules', {}, tenant.token)).body.rules.find(({ name }) => name === rule.name)?.members === 1,
    PATIENT,
  );
  await put(map);
  expect(await named('user with-attribute stage staging')).toEqual([]);
});

it('keeps the case of a tag key', async () => {
  const map = await read();
  await put({ ...map, keys: [' deployEnv '] });
  expect(await named('user with-attribute stage production')).toEqual(['dora', 'eve', 'finn']);
  await put(map);
});

it('refuses a map that names a word twice or leaves out a stage, and keeps the old one', async () => {
  const map = await read();
  const twice = map.stages.map((one) => (one.stage === 'test' ? { ...one, values: [...one.values, 'PROD'] } : one));
  const answers = [
    await put({ ...map, stages: twice }),
    await put({ ...map, stages: map.stages.map((one) => ({ ...one, stage: 'test' as const })) }),
  ];
  expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
    [422, 'WORD_TWICE'],
    [422, 'STAGE_MISSING'],
  ]);
  expect(answers[0]?.error.user_message).toBe('"prod" stands for two stages. Keep it in one of them.');
  expect((await put({ ...map, stages: map.stages.slice(1) })).status).toBe(422);
  expect(await read()).toEqual(map);
});

it('is for administrators to change, and belongs to one tenant', async () => {
  const map = await read();
  expect((await put(map, viewer)).status).toBe(403);
  expect((await api('GET /v1/stages', {}, viewer)).status).toBe(200);
  for (const key of ['GET /v1/stages', 'GET /v1/stages/values'] as const) expect((await api(key)).status).toBe(401);
  const other = await createTenant();
  await put({ ...map, keys: ['colour'] }, other.token);
  expect(await read()).toEqual(map);
  expect((await api('GET /v1/stages/values', {}, other.token)).body.values).toEqual([]);
});
