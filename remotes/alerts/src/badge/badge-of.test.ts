import { badgeOf } from './badge-of';

describe('the alerts badge', () => {
  it('counts the high alerts, else the medium ones, else the low ones', () => {
    expect(badgeOf({ high: 2, medium: 5, low: 9 })).toMatchObject({ tone: 'high', text: '2' });
    expect(badgeOf({ high: 0, medium: 5, low: 9 })).toMatchObject({ tone: 'medium', text: '5' });
    expect(badgeOf({ high: 0, medium: 0, low: 1 })).toEqual({ tone: 'low', text: '1', label: '1 open low severity alert' });
  });

  it('is not there without alerts', () => {
    expect(badgeOf({ high: 0, medium: 0, low: 0 })).toBeNull();
  });

  it('stops counting at 10000', () => {
    expect(badgeOf({ high: 10_000, medium: 0, low: 0 })?.text).toBe('10000');
    expect(badgeOf({ high: 10_001, medium: 0, low: 0 })?.text).toBe('10000+');
  });
});
