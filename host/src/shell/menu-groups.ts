import type { MenuItem } from '@cam/contracts';
import type { ShownItem } from '../routes/visibility';

/** Groups of the sidebar, top to bottom. A group without a label cannot collapse. */
const GROUPS: readonly { id: MenuItem['group']; label: string }[] = [
  { id: 'dashboard', label: '' },
  { id: 'watch', label: 'Monitoring' },
  { id: 'sources', label: 'Sources' },
  { id: 'inventory', label: 'Inventory' },
];

/** A sidebar group with its visible items. */
export interface MenuGroup {
  id: MenuItem['group'];
  label: string;
  items: readonly ShownItem[];
}

/** Returns the sidebar groups with their items; groups without items are left out. */
export function menuGroups(items: readonly ShownItem[]): MenuGroup[] {
  return GROUPS.map((group) => ({ ...group, items: items.filter(({ group: id }) => id === group.id) })).filter((group) => group.items.length > 0);
}
