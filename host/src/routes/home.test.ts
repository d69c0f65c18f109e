import type { FeatureFlag } from '@cam/contracts';
import { homeOf } from './home';

const viewer = (hasAccounts: boolean, ...flags: FeatureFlag[]) => ({ hasAccounts, flags: new Set(flags), rights: [] });
const ALL = ['/dashboard', '/sources/cloud', '/setup', '/guardrails'];

describe('the home page', () => {
  it('is the setup while the tenant has no accounts', () => {
    expect(homeOf(viewer(false), ALL)).toBe('/setup');
  });

  it('is the dashboard, or the sources with the landing flag', () => {
    expect(homeOf(viewer(true), ALL)).toBe('/dashboard');
    expect(homeOf(viewer(true, 'UI_LANDING_SOURCES'), ALL)).toBe('/sources/cloud');
  });

  it('is another page when its remote is off', () => {
    expect(homeOf(viewer(true), ['/guardrails'])).toBe('/guardrails');
    expect(homeOf(viewer(false), ['/sources/cloud'])).toBe('/sources/cloud');
    expect(homeOf(viewer(true), ['/settings/:id'])).toBeNull();
  });
});
