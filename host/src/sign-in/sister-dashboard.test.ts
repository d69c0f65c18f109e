import { sisterDashboard } from './sister-dashboard';

describe('the dashboard address of the sister product', () => {
  it('is below the base address', () => {
    expect(sisterDashboard('https://sister.example')).toBe('https://sister.example/dashboard');
    expect(sisterDashboard('https://sister.example/ui/')).toBe('https://sister.example/ui/dashboard');
  });

  it('is null without an address or for one that is not a web page', () => {
    expect([null, '', 'sister', 'javascript:alert(1)'].map(sisterDashboard)).toEqual([null, null, null, null]);
  });
});
