import type { FeatureFlag, MenuItem, RemoteRoute } from '@cam/contracts';
import { isRemovedByFlag, isShown, visibleMenu, visibleRoutes, type Viewer } from './visibility';

const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  flags: new Set<FeatureFlag>(),
  rights: ['CAM_GENERAL_READ'],
  hasAccounts: true,
  ...change,
});
const item = (change: Partial<MenuItem>): MenuItem => ({ id: 'x', label: 'X', to: '/x', group: 'watch', order: 1, icon: 'x', ...change });
const route = (change: Partial<RemoteRoute>): RemoteRoute => ({ page: 'x', name: 'x', path: '/x', title: 'X', ...change });

describe('what somebody sees of the menu', () => {
  it('is all of it with accounts, in order', () => {
    expect(visibleMenu([item({ id: 'b', order: 2 }), item({ id: 'a', order: 1 })], viewer()).map(({ id, disabled }) => [id, disabled])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });

  it('is disabled but for Sources while there are no accounts', () => {
    const shown = visibleMenu([item({ id: 'guardrails' }), item({ id: 'cloud-sources', group: 'sources' })], viewer({ hasAccounts: false }));
    expect(Object.fromEntries(shown.map(({ id, disabled }) => [id, disabled]))).toEqual({ guardrails: true, 'cloud-sources': false });
  });

  it('hides an item whose right or flag is missing', () => {
    expect(isShown({ anyRight: ['CAM_GUARDRAIL_READ'] }, viewer())).toBe(false);
    expect(isShown({ whenFlag: 'UI_REPORTS' }, viewer())).toBe(false);
    expect(isShown({ whenFlag: 'UI_REPORTS' }, viewer({ flags: new Set(['UI_REPORTS']) }))).toBe(true);
    expect(isShown({ unlessFlag: ['UI_HIDE_CHANGES'] }, viewer({ flags: new Set(['UI_HIDE_CHANGES']) }))).toBe(false);
  });

  it('loses whole sets of areas to their flags', () => {
    expect(isRemovedByFlag('Guardrails', new Set<FeatureFlag>(['UI_HIDE_ALL_ALERTS']))).toBe(true);
    expect(isRemovedByFlag('dashboard', new Set<FeatureFlag>(['UI_HIDE_ALL_SOURCE']))).toBe(true);
    expect(isRemovedByFlag('identities', new Set<FeatureFlag>(['UI_HIDE_ALL_ALERTS']))).toBe(false);
  });
});

describe('the routes of somebody', () => {
  it('are only those that work without accounts until there is one', () => {
    const routes = [route({ page: 'a' }), route({ page: 'b', withoutAccounts: true })];
    expect(visibleRoutes(routes, viewer({ hasAccounts: false })).map(({ page }) => page)).toEqual(['b']);
    expect(visibleRoutes(routes, viewer()).map(({ page }) => page)).toEqual(['a', 'b']);
  });
});
