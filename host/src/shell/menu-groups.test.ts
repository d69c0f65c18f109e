import type { ShownItem } from '../routes/visibility';
import { declaredGroups, menuGroups } from './menu-groups';

const item = (id: string, group: string): ShownItem => ({
  id,
  label: id,
  to: `/${id}`,
  group: group as 'watch',
  order: 1,
  icon: 'info',
  disabled: false,
});
const shown = (items: ShownItem[], declared = {}) => menuGroups(items, declared).map(({ label, items: of }) => [label, of.map(({ id }) => id)]);

it('groups that areas declare follow those of CAM, by their labels', () => {
  const declared = declaredGroups([
    { declares: { menuGroups: { 'orders.work': 'Work' } } },
    {},
    { declares: { menuGroups: { 'billing.money': 'Money' } } },
  ]);
  const items = [item('orders', 'orders.work'), item('invoices', 'billing.money'), item('alerts', 'watch'), item('home', 'dashboard')];
  expect(shown(items, declared)).toEqual([
    ['', ['home']],
    ['Monitoring', ['alerts']],
    ['Money', ['invoices']],
    ['Work', ['orders']],
  ]);
});

it('items of a group whose area is off stay in the menu, without a heading', () => {
  expect(shown([item('invoices', 'billing.money'), item('alerts', 'watch')])).toEqual([
    ['Monitoring', ['alerts']],
    ['', ['invoices']],
  ]);
});
