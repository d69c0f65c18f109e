import type { RemoteManifest } from '@cam/contracts';
import type { ShownItem } from '../routes/visibility';

/** Groups of the sidebar that belong to CAM, top to bottom. A group without a label cannot collapse. */
const GROUPS: Readonly<Record<string, string>> = { dashboard: '', watch: 'Monitoring', sources: 'Sources', inventory: 'Inventory' };

/** A sidebar group with its visible items. */
export interface MenuGroup {
  id: string;
  label: string;
  items: readonly ShownItem[];
}

/** Returns the labels of the groups that areas declare, by id and in the order of their labels. */
export function declaredGroups(manifests: readonly Pick<RemoteManifest, 'declares'>[]): Readonly<Record<string, string>> {
  const all = manifests.flatMap(({ declares }) => Object.entries(declares?.menuGroups ?? {}));
  return Object.fromEntries(all.sort(([, a], [, b]) => a.localeCompare(b)));
}

/**
 * Returns the sidebar groups with their items; groups without items are left out. Items of a group whose area is off come last, without a heading.
 * @param declared labels of the groups that areas declare, by id
 */
export function menuGroups(items: readonly ShownItem[], declared: Readonly<Record<string, string>>): MenuGroup[] {
  const labels = { ...GROUPS, ...declared };
  const groups = Object.entries(labels).map(([id, label]) => ({ id, label, items: items.filter(({ group }) => group === id) }));
  const rest = { id: '', label: '', items: items.filter(({ group }) => !Object.hasOwn(labels, group)) };
  return [...groups, rest].filter((group) => group.items.length > 0);
}
