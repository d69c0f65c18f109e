import type { Account } from '@cam/contracts';
import { trendText } from './RiskCards';
import { exposureSeries, noticeOf } from './TrendCards';

const NOW = Date.parse('2026-11-24T12:00:00Z');

const account = (fields: Partial<Account>): Account => ({
  ...{ uid: 'u', account_id: '1', account_name: 'Production', root_uid: 'u', cloud_type: 'AWS', is_organization_account: false },
  ...{ status: 'ACCOUNT_STATUS_SUCCESS', status_reason: '', not_configurable: false, is_connected: true, next_snapshot_time: null },
  last_snapshot_time: '2026-11-24T06:00:00Z',
  ...fields,
});

it('a trend says since when a score is the same, or by how much it changed', () => {
  const risk = (score: number) => ({ risk: { score, factors: [] } });
  const day = (of: string, score: number) => ({ day: of, score });
  expect(trendText(risk(40))).toBe('no history yet');
  expect(trendText({ ...risk(40), history: [day('2026-11-01', 40)] })).toBe('unchanged since 2026-11-01');
  expect(trendText({ ...risk(40), history: [day('2026-11-01', 40), day('2026-11-02', 60), day('2026-11-03', 40)] })).toBe('as on 2026-11-01');
  expect(trendText({ ...risk(62), history: [day('2026-11-01', 40), day('2026-11-02', 62)] })).toBe('+22 since 2026-11-01');
  expect(trendText({ ...risk(10), history: [day('2026-11-01', 40), day('2026-11-02', 10)] })).toBe('−30 since 2026-11-01');
});

it('the exposure of tiers has a line for each tier, from the earliest day that was counted', () => {
  const point = (day: string, outside: { reaching: number; identities: number }[] | null) => ({ day, risk: null, bands: [], outside });
  const found = exposureSeries(
    [point('2026-11-03', [{ reaching: 5, identities: 100 }]), point('2026-11-02', [{ reaching: 9, identities: 90 }]), point('2026-11-01', null)],
    [
      { tier: 0, name: 'Control' },
      { tier: 1, name: 'Crown jewels' },
    ],
  );
  expect(found.map(({ name, points }) => [name, points.map(({ x, y, detail }) => `${x} ${y} ${detail ?? ''}`)])).toEqual([
    ['Control', ['2026-11-02 9 of 90 identities', '2026-11-03 5 of 100 identities']],
    ['Crown jewels', []],
  ]);
});

it('a source needs attention when it failed, is incomplete, or has no recent snapshot', () => {
  const labelOf = (fields: Partial<Account>): string => noticeOf(account(fields), NOW)?.label ?? 'healthy';
  expect(labelOf({})).toBe('healthy');
  expect(labelOf({ status: 'ACCOUNT_STATUS_ERROR', status_reason: 'Access denied' })).toBe('Failed');
  expect(noticeOf(account({ status: 'ACCOUNT_STATUS_ERROR', status_reason: 'Access denied' }), NOW)?.text).toBe('Access denied');
  expect(labelOf({ status: 'ACCOUNT_STATUS_WARNING' })).toBe('Incomplete');
  expect(labelOf({ last_snapshot_time: null })).toBe('No snapshot');
  expect(labelOf({ last_snapshot_time: '2026-11-20T06:00:00Z' })).toBe('Old');
  // Nobody pulls an imported source, so its age says nothing about its health.
  expect(labelOf({ last_snapshot_time: '2026-11-20T06:00:00Z', is_connected: false })).toBe('healthy');
});
