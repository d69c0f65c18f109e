import { sisterDashboard } from './sister-dashboard';

describe('where a tenant of the sister product is sent', () => {
  it('is its dashboard', () => {
    expect(sisterDashboard('https://sister.example')).toBe('https://sister.example/dashboard');
    expect(sisterDashboard('https://sister.example/ui/')).toBe('https://sister.example/ui/dashboard');
  });

  it('is nowhere without an address, or with one that is no page', () => {
    expect([null, '', 'sister', 'javascript:alert(1)'].map(sisterDashboard)).toEqual([null, null, null, null]);
  });
});
