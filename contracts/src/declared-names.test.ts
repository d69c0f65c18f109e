import { nameProblems, usedNames } from './declared-names';
import type { RemoteManifest } from './remote-manifest';

const manifest = (change: Partial<RemoteManifest>): RemoteManifest => ({
  schema: 1,
  id: 'billing',
  name: 'Billing',
  version: '1.0.0',
  needs: { contracts: '*', platform: '*', ui: '*' },
  calls: [],
  menu: [],
  routes: [],
  offers: [],
  uses: [],
  budget: 1,
  ...change,
});

const ORDERS = manifest({
  id: 'orders',
  name: 'Orders',
  declares: { flags: { 'orders.fast': 'Faster' }, parts: { 'orders.list': { name: 'Orders' } } },
});
const problems = (change: object, others: readonly RemoteManifest[] | null = [ORDERS]): string[] =>
  nameProblems(manifest(change), others).map(({ problem }) => problem);
const item = (change: object): object => ({ id: 'x', label: 'X', to: '/billing', group: 'watch', order: 1, icon: 'info', ...change });

it('accepts own names and those that live areas declare', () => {
  const declares = { flags: { 'billing.a': 'A' }, menuGroups: { 'billing.money': 'Money' } };
  const menu = [item({ group: 'billing.money', whenFlag: 'billing.a', unlessFlag: ['orders.fast', 'UI_REPORTS'] })];
  expect(problems({ declares, menu, uses: ['orders.list', 'alerts.badge'] })).toEqual([]);
});

it.each<[string, object, string]>([
  ['a name of another area', { declares: { flags: { 'orders.fast': 'X' } } }, 'The flag "orders.fast" does not belong to billing.'],
  ['a part of CAM under another area', { offers: ['alerts.badge'] }, 'The part "alerts.badge" does not belong to billing.'],
  ['a flag that no area declares', { menu: [item({ whenFlag: 'orders.slow' })] }, 'It uses the flag "orders.slow", which no live area declares.'],
  ['a name of another kind', { uses: ['orders.fast'] }, 'It uses the part "orders.fast", which no live area declares.'],
  [
    'an own right without a declaration',
    { routes: [{ anyRight: ['billing.pay'] }] },
    'It uses the right "billing.pay", which no live area declares.',
  ],
  ['a menu group of nobody', { menu: [item({ group: 'orders.money' })] }, 'It uses the menu group "orders.money", which no live area declares.'],
  [
    'a flag in the condition of a part',
    { declares: { parts: { 'billing.p': { name: 'P', whenFlag: 'billing.none' } } } },
    'It uses the flag "billing.none", which no live area declares.',
  ],
])('refuses %s', (_what, change, problem) => {
  expect(problems(change)).toEqual([problem]);
});

it('refuses a part that is one of CAM already', () => {
  expect(problems({ id: 'alerts', declares: { parts: { 'alerts.badge': { name: 'Mine' } } } })).toEqual([
    'The part "alerts.badge" is one of CAM already.',
  ]);
});

it('checks in a build, which knows no other area, only the names of the area itself', () => {
  expect(problems({ uses: ['orders.gone'], menu: [item({ whenFlag: 'billing.gone' })] }, null)).toEqual([
    'It uses the flag "billing.gone", which no live area declares.',
  ]);
});

it('lists each used name once, without those of CAM', () => {
  const menu = [item({ whenFlag: 'orders.fast' }), item({ unlessFlag: ['orders.fast', 'UI_REPORTS'] })];
  expect(usedNames(manifest({ uses: ['alerts.badge', 'orders.list'], menu } as Partial<RemoteManifest>))).toEqual([
    { kind: 'flags', name: 'orders.fast' },
    { kind: 'parts', name: 'orders.list' },
  ]);
});
