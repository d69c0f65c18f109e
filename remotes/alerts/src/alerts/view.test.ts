import type { AlertInfo } from '@cam/contracts';
import { ALERT_ACTIONS } from './alert-actions';
import { parseView, activityWindow } from './view';

const view = (query: string) => parseView((name) => new URLSearchParams(query).get(name) ?? '');

describe('the alert view in the URL', () => {
  it('is parsed', () => {
    expect(view('severity=HIGH&show=ALERT_DISMISSED&time=1w&search=ada&guardrail=m-1&work=overdue&by=CAUSE&group=g')).toEqual({
      severity: 'HIGH',
      show: 'ALERT_DISMISSED',
      time: '1w',
      search: 'ada',
      monitorId: 'm-1',
      objectUri: null,
      work: 'overdue',
      groupBy: 'CAUSE',
      group: 'g',
    });
  });

  it('ignores invalid values', () => expect(view('severity=WORST&show=x&time=2y&work=x&by=x')).toEqual(view('')));
});

it('the detail of an alert covers the time around its events, or two days before an alert without events', () => {
  const raised = { alert_time: '2026-01-20T10:00:00.000Z' };
  expect(activityWindow({ ...raised, start_time: null, end_time: null })).toEqual({
    from: '2026-01-18T10:00:00.000Z',
    to: '2026-01-20T10:00:00.000Z',
  });
  expect(activityWindow({ ...raised, start_time: '2026-01-20T08:00:00Z', end_time: '2026-01-20T09:00:00Z' })).toEqual({
    from: '2026-01-20T07:50:00.000Z',
    to: '2026-01-20T09:10:00.000Z',
  });
});

it('Remediate explains its effect: an alert that no snapshot can confirm closes at once', () => {
  const hint = ALERT_ACTIONS.find(({ label }) => label === 'Remediate')?.hint;
  const alert = { alert_type: 'ALERT_TYPE_GUARDRAIL', gone_reason: null } as AlertInfo;
  expect(hint?.(alert)).toContain('The next snapshot closes the alert');
  expect(hint?.({ ...alert, alert_type: 'ALERT_TYPE_NONE' })).toBe('Marks the cause as fixed and closes the alert.');
  expect(hint?.({ ...alert, gone_reason: 'nora was deleted.' })).toBe('Marks the cause as fixed and closes the alert.');
});
