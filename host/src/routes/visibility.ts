import type { FeatureFlag, MenuItem, RemoteRoute } from '@cam/contracts';

/** What decides whether a menu item or a route is there for somebody. */
export interface Viewer {
  flags: ReadonlySet<FeatureFlag>;
  rights: readonly string[];
  hasAccounts: boolean;
}

type Conditions = Pick<RemoteRoute, 'whenFlag' | 'unlessFlag' | 'anyRight'>;

/** Fails closed: a condition that is not met hides. */
export function isShown({ whenFlag, unlessFlag = [], anyRight }: Conditions, { flags, rights }: Viewer): boolean {
  if (whenFlag && !flags.has(whenFlag)) return false;
  if (unlessFlag.some((flag) => flags.has(flag))) return false;
  return !anyRight || anyRight.some((right) => rights.includes(right));
}

/** Route and menu names that a flag removes together. */
const FLAG_SETS: readonly { flag: FeatureFlag; names: readonly string[] }[] = [
  { flag: 'UI_HIDE_ALL_SOURCE', names: ['sources', 'accounts', 'changes', 'dashboard', 'cloud-sources', 'idp-sources', 'snapshots'] },
  {
    flag: 'UI_HIDE_ALL_RESOURCES_ACCESS',
    names: ['networks', 'objects', 'identities', 'privileges', 'users', 'unusedaccess', 'unusedsaccess', 'unused-access'],
  },
  { flag: 'UI_HIDE_ALL_ALERTS', names: ['alerts', 'guardrails', 'compliance'] },
  { flag: 'UI_HIDE_DASHBOARD', names: ['dashboard'] },
  { flag: 'UI_HIDE_CHANGES', names: ['changes'] },
  { flag: 'UI_HIDE_SNAPSHOTS', names: ['snapshots'] },
];

/** Whether a flag removes an item with this route or menu name. */
export function isRemovedByFlag(name: string, flags: ReadonlySet<FeatureFlag>): boolean {
  const wanted = name.toLowerCase();
  return FLAG_SETS.some(({ flag, names }) => flags.has(flag) && names.includes(wanted));
}

export function visibleRoutes<R extends RemoteRoute>(routes: readonly R[], viewer: Viewer): R[] {
  return routes.filter(
    (route) => isShown(route, viewer) && !isRemovedByFlag(route.name, viewer.flags) && (viewer.hasAccounts || route.withoutAccounts === true),
  );
}

export interface ShownItem extends MenuItem {
  disabled: boolean;
}

/** Menu items in their order; without accounts all but those of the sources group are disabled. */
export function visibleMenu(items: readonly MenuItem[], viewer: Viewer): ShownItem[] {
  return items
    .filter((item) => isShown(item, viewer) && !isRemovedByFlag(item.id, viewer.flags))
    .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label))
    .map((item) => ({ ...item, disabled: !viewer.hasAccounts && item.group !== 'sources' && item.withoutAccounts !== true }));
}
