import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_MASK, type SourceProgress } from '@cam/contracts';
import { Calendar } from '../demo/calendar';
import { faultsOf } from '../demo/faults/faults';
import { OKTA_ORG } from '../demo/okta/org';
import { Plan } from '../demo/plan';
import { SMALL_COMPANY } from '../demo/small-company';
import { ALL_QUERIES, everyQueryWithinAccounts } from './demo-tenant/account-limits';
import { casesOfActivity } from './demo-tenant/activity';
import { casesOfCompliance } from './demo-tenant/compliance';
import { everyQuestionByPairs } from './demo-tenant/every-pair';
import { casesOfExplanations } from './demo-tenant/explanations';
import { casesOfGuardrails } from './demo-tenant/guardrails';
import { casesOfInventory } from './demo-tenant/inventory';
import { casesOfReports } from './demo-tenant/report-files';
import { casesOfRisk } from './demo-tenant/risk';
import { firstLog, server, start, token, YESTERDAY } from './demo-tenant/tenant';
import { ended, rowsOf } from './support/bundle';
import { api, type ApiResult } from './support/client';

const faults = Object.values(faultsOf(new Plan(SMALL_COMPANY, new Calendar(YESTERDAY, 0)))).flat();

// Where no run has made the tenant today, this makes it.
beforeAll(start, 20 * 60_000);
afterAll(() => server.stop());

const progressOf = (): Promise<ApiResult<{ sources: SourceProgress[] }>> => api('GET /v1/calendar/progress', {}, token, server.url);

it('the demo tenant holds three days after the first start: two imported, the last one pulled', async () => {
  const { sources } = (await progressOf()).body;
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter(({ current_phase_enum: phase }) => phase !== 'PHASE_DONE')).toEqual([]);
  expect(firstLog.match(/imported a day of the demo tenant/g)).toHaveLength(SMALL_COMPANY.days - 1);
  const clouds = ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const;
  for (const cloud_type of clouds) {
    const { account_list: accounts } = (await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type } }, token, server.url)).body;
    expect(accounts.filter(({ last_snapshot_time: time, is_connected }) => !is_connected || (time ?? '').slice(0, 10) <= YESTERDAY)).toEqual([]);
  }
});

it('a demo source can be pulled on demand from its local stand-in, and its secrets stay hidden', async () => {
  const path = { cloud_type: 'IDP_OKTA' as const };
  const okta = async () => (await api('GET /beta/accounts/{cloud_type}', { path }, token, server.url)).body.account_list[0];
  const before = await okta();
  const uid = before?.uid ?? '';
  expect((await api('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } }, token, server.url)).body.started).toEqual([uid]);
  expect(await ended(token, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
  expect(Date.parse((await okta())?.last_snapshot_time ?? '')).toBeGreaterThan(Date.parse(before?.last_snapshot_time ?? ''));
  const { secret, googleKey } = JSON.parse(readFileSync(join(server.dataDir, 'demo-company.json'), 'utf8')) as Record<string, string>;
  const { account } = (await api('GET /beta/accounts', { query: { uid } }, token, server.url)).body;
  expect(account.okta_idp_info).toMatchObject({ token: SECRET_MASK });
  for (const text of [secret, googleKey?.split('\n')[3]]) expect(firstLog + server.log()).not.toContain(text);
  // A connection with other credentials goes to the provider itself, which has no such org.
  const other = { org_url: `https://${OKTA_ORG}`, token: 'another' };
  const body = { cloud_type: 'IDP_OKTA' as const, okta_idp_info: other };
  expect((await api('POST /v1/policy-reader/test-connection', { body }, token, server.url)).error.code).toBe('ORG_URL');
});

it.each(faults.map(({ title, ...fault }) => [title, fault] as const))(
  'the demo tenant contains the planted weakness: %s',
  async (_title, { query, finds }) => {
    const rows = await rowsOf(token, query, server.url);
    expect(rows.flatMap(({ identity, resource }) => [identity, resource])).toContain(finds);
  },
);

describe('the inventory of the demo tenant', casesOfInventory);

describe('each built-in guardrail of the demo tenant', casesOfGuardrails);

describe('compliance of the demo tenant', casesOfCompliance);

describe('tiers and risk of the demo tenant', casesOfRisk);

it('`cam demo load` reports each bundle that is older than the stored snapshot as refused', () => {
  const args = ['scripts/cam.mjs', 'demo', 'load', '--end', '2020-01-01', '--days', '2', '--json'];
  const loaded = spawnSync(process.execPath, args, {
    cwd: join(__dirname, '../..'),
    env: { ...process.env, CAM_DATA: server.dataDir },
    encoding: 'utf8',
  });
  expect(loaded.status).toBe(1);
  const { imported } = JSON.parse(loaded.stdout) as { imported: { refused: string }[] };
  expect(imported).toHaveLength(34);
  expect(imported[0]?.refused).toContain('Import older bundles first');
});

describe('the activity in the demo tenant', casesOfActivity);

describe('an explanation in the demo tenant', casesOfExplanations);

describe('a report of the demo tenant', casesOfReports);

it('every query of a caller who is limited to accounts returns the rows within them, and nothing else', everyQueryWithinAccounts, ALL_QUERIES);

it('every query returns the same rows as the pairwise reference implementation', everyQuestionByPairs, 480_000);
