import { CallLimits } from './call-limits';

let now: number;
let limits: CallLimits;
beforeEach(() => {
  now = 1_000_000;
  limits = new CallLimits(60, () => now);
});

const calls = (party: string, count: number): number =>
  Array.from({ length: count }, () => limits.admit(party)).filter((wait) => wait === null).length;

describe('CallLimits', () => {
  it('admits as many calls at once as a minute allows, and says how long to wait for the next', () => {
    expect(calls('ann', 100)).toBe(60);
    expect(limits.admit('ann')).toBe(1000);
    now += 10_000;
    expect(calls('ann', 100)).toBe(10);
    now += 3_600_000;
    expect(calls('ann', 100)).toBe(60);
  });

  it('counts each user separately', () => {
    calls('eve', 1000);
    expect(limits.admit('ann')).toBeNull();
  });

  it('admits everything without a limit', () => {
    limits = new CallLimits(0);
    expect(calls('ann', 1000)).toBe(1000);
  });

  it('forgets those whose last call is the longest ago when there are too many', () => {
    calls('early', 60);
    calls('late', 60);
    for (let i = 0; i < 9_999; i += 1) limits.admit(`user ${i}`);
    expect(limits.admit('late')).not.toBeNull();
    expect(limits.admit('early')).toBeNull();
  });
});
