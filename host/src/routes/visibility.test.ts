import type { FeatureFlag, MenuItem, RemoteRoute } from '@cam/contracts';
import { hiddenParts, isRemovedByFlag, isShown, visibleFrame, visibleMenu, visibleRoutes, type Viewer } from './visibility';

const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  flags: new Set<FeatureFlag>(),
  rights: ['CAM_GENERAL_READ'],
  hasAccounts: true,
  ...change,
});
const item = (change: Partial<MenuItem>): MenuItem => ({ id: 'x', label: 'X', to: '/x', group: 'watch', order: 1, icon: 'info', ...change });
const route = (change: Partial<RemoteRoute>): RemoteRoute => ({ page: 'x', name: 'x', path: '/x', title: 'X', ...change });

describe('the menu of a user', () => {
  it('is complete and ordered with accounts', () => {
    expect(visibleMenu([item({ id: 'b', order: 2 }), item({ id: 'a', order: 1 })], viewer()).map(({ id, disabled }) => [id, disabled])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });

  it('is disabled except for Sources while there are no accounts', () => {
    const shown = visibleMenu([item({ id: 'guardrails' }), item({ id: 'cloud-sources', group: 'sources' })], viewer({ hasAccounts: false }));
    expect(Object.fromEntries(shown.map(({ id, disabled }) => [id, disabled]))).toEqual({ guardrails: true, 'cloud-sources': false });
  });

  it('hides an item without its right or flag', () => {
    expect(isShown({ anyRight: ['CAM_GUARDRAIL_READ'] }, viewer())).toBe(false);
    expect(isShown({ whenFlag: 'UI_REPORTS' }, viewer())).toBe(false);
    expect(isShown({ whenFlag: 'UI_REPORTS' }, viewer({ flags: new Set(['UI_REPORTS']) }))).toBe(true);
    expect(isShown({ unlessFlag: ['UI_HIDE_CHANGES'] }, viewer({ flags: new Set(['UI_HIDE_CHANGES']) }))).toBe(false);
  });

  it('removes groups of items by flag', () => {
    expect(isRemovedByFlag('Guardrails', new Set<FeatureFlag>(['UI_HIDE_ALL_ALERTS']))).toBe(true);
    expect(isRemovedByFlag('dashboard', new Set<FeatureFlag>(['UI_HIDE_ALL_SOURCE']))).toBe(true);
    expect(isRemovedByFlag('identities', new Set<FeatureFlag>(['UI_HIDE_ALL_ALERTS']))).toBe(false);
  });
});

it('the parts of a user are those whose flags and rights the user has', () => {
  const declares = {
    parts: {
      'billing.total': { name: 'Total', anyRight: ['billing.read'] },
      'billing.new': { name: 'New', whenFlag: 'billing.x' },
      'billing.all': { name: 'All' },
    },
  };
  const hidden = (change: object): string[] => hiddenParts([{ declares }, {}] as never, viewer(change as Partial<Viewer>));
  expect(hidden({})).toEqual(['billing.total', 'billing.new']);
  expect(hidden({ rights: ['billing.read'], flags: new Set(['billing.x']) })).toEqual([]);
});

describe('the frame of a user', () => {
  it.each([
    [[], ['search', 'sourceFilter', 'logout', 'console']],
    [['UI_HIDE_SEARCH'], ['sourceFilter', 'logout', 'console']],
    [['UI_HIDE_LOGOUT'], ['search', 'sourceFilter', 'console']],
    [['UI_HIDE_ALL_SOURCE'], ['logout']],
  ] as const)('with the flags %j has %j', (flags, shown) => {
    const frame = visibleFrame(new Set<FeatureFlag>(flags));
    expect(Object.entries(frame).flatMap(([control, isVisible]) => (isVisible ? [control] : []))).toEqual(shown);
  });
});

describe('the routes of a user', () => {
  it('are limited to those that work without accounts until there is one', () => {
    const routes = [route({ page: 'a' }), route({ page: 'b', withoutAccounts: true })];
    expect(visibleRoutes(routes, viewer({ hasAccounts: false })).map(({ page }) => page)).toEqual(['b']);
    expect(visibleRoutes(routes, viewer()).map(({ page }) => page)).toEqual(['a', 'b']);
  });
});
