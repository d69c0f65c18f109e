import type { MenuItem } from '@cam/contracts';
import type { ShownItem } from '../routes/visibility';

/** Groups of the sidebar, top to bottom. One without a label cannot be folded. */
const GROUPS: readonly { id: MenuItem['group']; label: string }[] = [
  { id: 'dashboard', label: '' },
  { id: 'watch', label: 'Watch' },
  { id: 'sources', label: 'Sources' },
  { id: 'inventory', label: 'Inventory' },
];

export interface MenuGroup {
  id: MenuItem['group'];
  label: string;
  items: readonly ShownItem[];
}

/** Items in the groups of the sidebar; a group without items is left out. */
export function menuGroups(items: readonly ShownItem[]): MenuGroup[] {
  return GROUPS.map((group) => ({ ...group, items: items.filter(({ group: id }) => id === group.id) })).filter((group) => group.items.length > 0);
}
