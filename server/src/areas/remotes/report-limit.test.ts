import { ReportLimit } from './report-limit';

const taken = (limit: ReportLimit, times: number, address: (n: number) => string, now = 0) =>
  Array.from({ length: times }, (_none, n) => limit.take(address(n), now)).filter(Boolean).length;

describe('the limit of reports', () => {
  it('limits one address, but not others', () => {
    const limit = new ReportLimit();
    expect(taken(limit, 100, () => '10.0.0.1')).toBe(30);
    expect(limit.take('10.0.0.2', 0)).toBe(true);
  });

  it('limits all addresses together', () => {
    expect(taken(new ReportLimit(), 1000, (n) => `10.0.0.${n}`)).toBe(300);
  });

  it('resets after a minute', () => {
    const limit = new ReportLimit();
    taken(limit, 100, () => '10.0.0.1');
    expect(limit.take('10.0.0.1', 59_999)).toBe(false);
    expect(limit.take('10.0.0.1', 60_000)).toBe(true);
  });
});
