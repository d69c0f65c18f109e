import { viewOf } from './view';

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
