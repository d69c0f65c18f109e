import { areaOf, defineNames, isAreaName, offeredParts } from './area-names';

it.each([
  ['billing.newTable', true],
  ['graph-explorer.a', true],
  ['billing', false],
  ['billing.', false],
  ['.newTable', false],
  ['Billing.newTable', false],
  ['billing.NewTable', false],
  ['billing.new table', false],
  ['billing.new.table', false],
  ['UI_REPORTS', false],
  [`billing.${'x'.repeat(61)}`, false],
])('isAreaName(%p) is %p', (text, is) => {
  expect(isAreaName(text)).toBe(is);
});

it('a name belongs to the area before its point', () => {
  expect(areaOf('graph-explorer.access-graph')).toBe('graph-explorer');
});

it('an area offers the parts of CAM and those that it declares', () => {
  expect(offeredParts({ offers: ['alerts.badge'], declares: { parts: { 'alerts.more': { name: 'More' } } } })).toEqual([
    'alerts.badge',
    'alerts.more',
  ]);
  expect(offeredParts({ offers: [] })).toEqual([]);
});

it('defineNames returns the names unchanged', () => {
  const names = { flags: { 'billing.x': 'X' } } as const;
  expect(defineNames('billing', names)).toBe(names);
});
