import type { AlertInfo } from '@cam/contracts';
import { ACTS } from './acts';
import { viewOf, windowOf } from './view';

const view = (query: string) => viewOf((name) => new URLSearchParams(query).get(name) ?? '');

describe('the view of the alerts in the address', () => {
  it('is read', () => {
    expect(view('severity=HIGH&show=ALERT_DISMISSED&time=1w&search=ada&guardrail=m-1')).toEqual({
      severity: 'HIGH',
      show: 'ALERT_DISMISSED',
      time: '1w',
      search: 'ada',
      monitorId: 'm-1',
      objectUri: null,
    });
  });

  it('takes what makes no sense for absent', () => expect(view('severity=WORST&show=x&time=2y')).toEqual(view('')));
});

it('the detail of an alert looks around its events, or two days back where it is about none', () => {
  const raised = { alert_time: '2026-01-20T10:00:00.000Z' };
  expect(windowOf({ ...raised, start_time: null, end_time: null })).toEqual({ from: '2026-01-18T10:00:00.000Z', to: '2026-01-20T10:00:00.000Z' });
  expect(windowOf({ ...raised, start_time: '2026-01-20T08:00:00Z', end_time: '2026-01-20T09:00:00Z' })).toEqual({
    from: '2026-01-20T07:50:00.000Z',
    to: '2026-01-20T09:10:00.000Z',
  });
});

it('Remediate says what comes of it: what no snapshot looks for is closed at once', () => {
  const hint = ACTS.find(({ label }) => label === 'Remediate')?.hint;
  const alert = { alert_type: 'ALERT_TYPE_GUARDRAIL', gone_reason: null } as AlertInfo;
  expect(hint?.(alert)).toContain('The next snapshot closes it');
  expect(hint?.({ ...alert, alert_type: 'ALERT_TYPE_NONE' })).toBe('Says that the cause was mended, and closes it.');
  expect(hint?.({ ...alert, gone_reason: 'nora was deleted.' })).toBe('Says that the cause was mended, and closes it.');
});
