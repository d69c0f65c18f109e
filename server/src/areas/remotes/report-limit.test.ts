import { ReportLimit } from './report-limit';

const acceptedReports = (limit: ReportLimit, times: number, address: (n: number) => string, now = 0) =>
  Array.from({ length: times }, (_none, n) => limit.take(address(n), now)).filter(Boolean).length;

describe('ReportLimit', () => {
  it('accepts 30 reports per minute from one address, and still accepts others', () => {
    const limit = new ReportLimit();
    expect(acceptedReports(limit, 100, () => '10.0.0.1')).toBe(30);
    expect(limit.take('10.0.0.2', 0)).toBe(true);
  });

  it('accepts 300 reports per minute from all addresses together', () => {
    expect(acceptedReports(new ReportLimit(), 1000, (n) => `10.0.0.${n}`)).toBe(300);
  });

  it('resets after a minute', () => {
    const limit = new ReportLimit();
    acceptedReports(limit, 100, () => '10.0.0.1');
    expect(limit.take('10.0.0.1', 59_999)).toBe(false);
    expect(limit.take('10.0.0.1', 60_000)).toBe(true);
  });
});
