import { BUILT_INS } from '../../src/areas/guardrails/built-in/all-built-ins';
import examples from '../../src/graph/query/examples.json';
import { api } from '../support/client';
import { compareAnswers, type ComparedAnswer } from '../support/limited-answers';
import { OF_DAYS, OF_EVENTS, QUERIES } from '../support/query-reference/queries';
import { server, token, YESTERDAY } from './tenant';

/** How long the comparison of all queries may take on a busy machine, ms. */
export const ALL_QUERIES = 480_000;

/** Compares every query of the demo tenant, asked by a caller who is limited to two accounts, with the whole answer. */
export async function everyQueryWithinAccounts(): Promise<void> {
  const { account_info: accounts } = (await api('GET /v1/tenants', {}, token, server.url)).body.tenant;
  const of = (cloud: string): string => accounts.find(({ cloud_type: type }) => type === cloud)?.account_id ?? '';
  const own = [of('AWS'), of('AZURE')].sort();
  const body = { name: 'two accounts', kind: 'PERSONAL' as const, scopes: ['cam:general:read' as const], days: 1, accounts: own };
  const { token: value } = (await api('POST /v1/tokens', { body }, token, server.url)).body;
  const middle = new Date(Date.parse(YESTERDAY) - 86_400_000).toISOString().slice(0, 10);
  const inputs = [
    ...examples.map(({ query }) => query.replace(/\d{4}-\d{2}-\d{2}$/, middle)),
    ...QUERIES,
    ...OF_DAYS.map((query) => query.replace('DAY', middle)),
    ...OF_EVENTS,
    ...BUILT_INS.map(({ query }) => query),
  ];
  const compared: ComparedAnswer[] = [];
  for (const input of new Set(inputs)) compared.push(await compareAnswers(input, { token, url: server.url }, { token: value, url: server.url }, own));
  expect(compared.filter(({ surplus }) => surplus.length > 0).map(({ input, surplus }) => [input, surplus.slice(0, 3)])).toEqual([]);
  expect(compared.filter(({ missing }) => missing.length > 0).map(({ input, missing }) => [input, missing.slice(0, 3)])).toEqual([]);
  // The comparison has something to hide and something to show.
  expect(compared.filter(({ hidden }) => hidden > 0).length).toBeGreaterThan(20);
  expect(compared.filter(({ shown }) => shown > 0).length).toBeGreaterThan(40);
}
