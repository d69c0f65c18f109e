import type { Api, RiskFactor, RiskRow } from '@cam/contracts';
import { api, type CallArgs } from '../support/client';
import { allRows } from '../support/inventory-counts';
import { until } from '../support/until';
import { RANKING, rankCorrelation } from './ranking';
import { COMES, LIMIT, server, token } from './tenant';

/** The least rank correlation of the scores with the ranking by hand. */
const FLOOR = 0.8;

/** The most rows of one call. */
const PAGE = 500;

type Key = 'GET /v1/risk' | 'GET /v1/tiers' | 'GET /v1/tiers/shadow' | 'GET /v1/tiers/rules' | 'GET /v1/tiers/members';

async function get<K extends Key>(key: K, query: Partial<Api[K]['query']> = {}): Promise<Api[K]['answer']> {
  const answer = await api(key, { query } as CallArgs<K>, token, server.url);
  if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.error.user_message}`);
  return answer.body;
}

const resources = async (query: string): Promise<number> => new Set((await allRows(token, server.url, query)).map((row) => row.resource_uri)).size;

/** Returns the count that a reason states before its first noun. */
const stated = (reason: string, pattern: RegExp): number => Number((pattern.exec(reason)?.[1] ?? '0').replace(/,/g, ''));

/** Returns how a factor differs from the answer of its query; null: it equals it. */
async function fault({ factor, value, reason, query }: RiskFactor, isFinding = false): Promise<string | null> {
  const wrong = (found: unknown): string => `${factor} ${value} (${reason}): the query ${query} finds ${String(found)}`;
  // The language has no word for severities, and no query names all resources of a large finding.
  if (query === '' && isFinding && ['SEVERITY', 'IMPACT', 'BREADTH'].includes(factor)) return null;
  // The language cannot search from a domain.
  if (query === '' && factor === 'PEOPLE' && /^[a-z0-9-]+(\.[a-z0-9-]+)+ /.test(reason)) return null;
  if (query === '') return value === 0 || factor === 'DISUSE' ? null : `${factor} ${value} has no query`;
  if (factor === 'IMPACT' || factor === 'BREADTH') {
    const found = await resources(query);
    return found === stated(reason, /([\d,]+) resource/) ? null : wrong(found);
  }
  if (factor === 'DISUSE') {
    const found = await resources(query);
    const used = stated(reason, /^([\d,]+) of/);
    const judged = stated(reason, /of ([\d,]+) resource/);
    return found === used && Math.abs(value - (judged - used) / judged) < 0.006 ? null : wrong(found);
  }
  const rows = await allRows(token, server.url, query);
  if (factor === 'EXPOSURE' || factor === 'TIER') return rows.length > 0 === !reason.startsWith('No listed') ? null : wrong(rows.length);
  const name = reason.split(/ (?:can change|has access|administers)/)[0];
  return value === 0 ? (rows.length === 0 ? null : wrong(rows.length)) : rows.some(({ identity }) => identity === name) ? null : wrong('others');
}

/** Defines the tests of tiers and risk scores. */
export function casesOfRisk(): void {
  beforeAll(() => until('all is scored', async () => (await get('GET /v1/tiers')).scored_at !== null, COMES), LIMIT);

  it(
    'shows every tier with the count of its query, and those outside with the count of theirs',
    async () => {
      const { tiers } = await get('GET /v1/tiers');
      expect(tiers[0]?.members).toBeGreaterThan(50);
      for (const { tier, members, query, outside, outside_query } of tiers.slice(0, 3)) {
        if (query !== '')
          expect([tier, new Set((await allRows(token, server.url, query)).map((row) => row.identity_uri || row.resource_uri)).size]).toEqual([
            tier,
            members,
          ]);
        expect([tier, new Set((await allRows(token, server.url, outside_query)).map((row) => row.identity_uri)).size]).toEqual([tier, outside]);
      }
    },
    LIMIT,
  );

  it(
    "fills the tiers by the company's rules, by query, by tag and by place",
    async () => {
      const { rules } = await get('GET /v1/tiers/rules');
      const own = rules.filter(({ kind }) => kind !== 'BUILT_IN');
      expect(own.map(({ kind, tier, notice }) => [kind, tier, notice]).sort()).toEqual([
        ['PLACE', 1, ''],
        ['QUERY', 1, ''],
        ['TAG', 1, ''],
      ]);
      expect(own.filter(({ matched, members }) => !matched || matched !== members)).toEqual([]);
    },
    LIMIT,
  );

  it(
    'fills tier 0 by built-in rules that all find something, and lists who controls it from outside',
    async () => {
      const { rules } = await get('GET /v1/tiers/rules');
      expect(rules.filter(({ kind, matched, notice }) => kind === 'BUILT_IN' && (matched === 0 || notice !== ''))).toEqual([]);
      const { rows } = await get('GET /v1/tiers/shadow', { page_size: 500 });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ tier }) => tier === 0)).toEqual([]);
      for (const { query } of rows.filter(({ query }) => query !== '').slice(0, 20))
        expect([query, (await allRows(token, server.url, query)).length]).not.toEqual([query, 0]);
    },
    LIMIT,
  );

  it(
    'gives every factor of a score the value of its query',
    async () => {
      const rows: RiskRow[] = [];
      for (const of of ['identity', 'resource', 'finding'] as const) {
        for (const page_number of of === 'finding' ? [0, 2] : [0, 6])
          rows.push(...(await get('GET /v1/risk', { of, page_size: 15, page_number })).rows);
      }
      expect(rows).toHaveLength(90);
      const faults: string[] = [];
      for (const { name, type, risk, alert_id } of rows) {
        // The language cannot search from a domain.
        if (type === 'GCP_DOMAIN') continue;
        for (const factor of risk.factors) {
          const found = await fault(factor, alert_id !== undefined);
          if (found !== null) faults.push(`${type} ${name}: ${found}`);
        }
      }
      expect(faults).toEqual([]);
    },
    LIMIT,
  );

  it(
    'ranks thirty identities much as a reviewer does',
    async () => {
      const rows: RiskRow[] = [];
      const { total } = await get('GET /v1/risk', { of: 'identity', page_size: 1 });
      for (let page_number = 0; rows.length < total; page_number++)
        rows.push(...(await get('GET /v1/risk', { of: 'identity', page_size: PAGE, page_number })).rows);
      const scores = RANKING.map(({ type, name, account }) => {
        const found = rows.filter((row) => row.type === type && row.name.includes(name) && `${row.account_name} ${row.uri}`.includes(account));
        return [name, Math.max(...found.map(({ risk }) => risk.score), -1)] as const;
      });
      expect(scores.filter(([, score]) => score === -1)).toEqual([]);
      const correlation = rankCorrelation(
        RANKING.map((_, place) => RANKING.length - place),
        scores.map(([, score]) => score),
      );
      // docs/risk.md names the differences that are left.
      expect(correlation).toBeGreaterThanOrEqual(FLOOR);
    },
    LIMIT,
  );
}
