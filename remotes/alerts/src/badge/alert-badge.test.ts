import { alertBadge } from './alert-badge';

describe('the alerts badge', () => {
  it('counts the alerts of the highest severity that has any', () => {
    expect(alertBadge({ high: 2, medium: 5, low: 9 })).toMatchObject({ tone: 'high', text: '2' });
    expect(alertBadge({ high: 0, medium: 5, low: 9 })).toMatchObject({ tone: 'medium', text: '5' });
    expect(alertBadge({ high: 0, medium: 0, low: 1 })).toEqual({ tone: 'low', text: '1', label: '1 open low severity alert' });
  });

  it('is hidden with no alerts', () => {
    expect(alertBadge({ high: 0, medium: 0, low: 0 })).toBeNull();
  });

  it('stops counting at 10000', () => {
    expect(alertBadge({ high: 10_000, medium: 0, low: 0 })?.text).toBe('10000');
    expect(alertBadge({ high: 10_001, medium: 0, low: 0 })?.text).toBe('10000+');
  });
});
