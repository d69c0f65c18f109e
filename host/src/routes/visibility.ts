import { matchPath } from 'react-router-dom';
import type { FeatureFlag, MenuItem, NamedPart, RemoteCommand, RemoteManifest, RemoteRoute, Right } from '@cam/contracts';

// This file alone decides what flags and rights hide: menu items, routes and the controls of the frame. Pages read only flags that change their own content.

/** Properties of a user that decide which menu items and routes are available. */
export interface Viewer {
  flags: ReadonlySet<FeatureFlag>;
  rights: readonly string[];
  hasAccounts: boolean;
}

type Conditions = Pick<NamedPart<FeatureFlag, Right>, 'whenFlag' | 'unlessFlag' | 'anyRight'>;

/** Reports whether all conditions of a menu item, route or part are met. A condition that is not met hides it. */
export function isShown({ whenFlag, unlessFlag = [], anyRight }: Conditions, { flags, rights }: Pick<Viewer, 'flags' | 'rights'>): boolean {
  if (whenFlag && !flags.has(whenFlag)) return false;
  if (unlessFlag.some((flag) => flags.has(flag))) return false;
  return !anyRight || anyRight.some((right) => rights.includes(right));
}

/** Route and menu names that a flag removes as a group. */
const FLAG_SETS: readonly { flag: FeatureFlag; names: readonly string[] }[] = [
  { flag: 'UI_HIDE_ALL_SOURCE', names: ['sources', 'accounts', 'changes', 'dashboard', 'cloud-sources', 'idp-sources', 'snapshots'] },
  {
    flag: 'UI_HIDE_ALL_RESOURCES_ACCESS',
    names: ['networks', 'objects', 'identities', 'privileges', 'users', 'unusedaccess', 'unusedsaccess', 'unused-access'],
  },
  { flag: 'UI_HIDE_ALL_ALERTS', names: ['alerts', 'exclusions', 'guardrails', 'compliance'] },
  { flag: 'UI_HIDE_DASHBOARD', names: ['dashboard'] },
  { flag: 'UI_HIDE_CHANGES', names: ['changes'] },
  { flag: 'UI_HIDE_SNAPSHOTS', names: ['snapshots'] },
];

/** Reports whether a flag removes the item with this route or menu name. */
export function isRemovedByFlag(name: string, flags: ReadonlySet<FeatureFlag>): boolean {
  const wanted = name.toLowerCase();
  return FLAG_SETS.some(({ flag, names }) => flags.has(flag) && names.includes(wanted));
}

/** Controls of the frame that flags hide. */
export interface VisibleFrame {
  search: boolean;
  sourceFilter: boolean;
  logout: boolean;
  /** False: the sister product replaces the whole console if the tenant has one. */
  console: boolean;
}

/** Returns the controls of the frame that a user sees. */
export function visibleFrame(flags: ReadonlySet<FeatureFlag>): VisibleFrame {
  const sources = !flags.has('UI_HIDE_ALL_SOURCE');
  return { search: sources && !flags.has('UI_HIDE_SEARCH'), sourceFilter: sources, logout: !flags.has('UI_HIDE_LOGOUT'), console: sources };
}

/** Returns the routes that a user may open. Without accounts only those marked `withoutAccounts` remain. */
export function visibleRoutes<R extends RemoteRoute>(routes: readonly R[], viewer: Viewer): R[] {
  return routes.filter(
    (route) => isShown(route, viewer) && !isRemovedByFlag(route.name, viewer.flags) && (viewer.hasAccounts || route.withoutAccounts === true),
  );
}

/** Returns the ids of the parts that a user does not get, because a condition of the part is not met. */
export function hiddenParts(manifests: readonly Pick<RemoteManifest, 'declares'>[], viewer: Pick<Viewer, 'flags' | 'rights'>): string[] {
  return manifests.flatMap(({ declares }) =>
    Object.entries(declares?.parts ?? {})
      .filter(([, part]) => !isShown(part, viewer))
      .map(([id]) => id),
  );
}

/** Returns the commands that a user may run. The page that a command opens must be visible too. */
export function shownCommands(commands: readonly RemoteCommand[], routes: readonly RemoteRoute[], viewer: Viewer): RemoteCommand[] {
  return commands.filter((command) => {
    const page = command.to.replace(/\?.*/, '');
    return isShown(command, viewer) && routes.some(({ path }) => matchPath(path, page) !== null);
  });
}

/** A visible menu item. Disabled items stay visible. */
export interface ShownItem extends MenuItem {
  disabled: boolean;
}

/** Returns the visible menu items in order. Without accounts, all items outside the sources group are disabled. */
export function visibleMenu(items: readonly MenuItem[], viewer: Viewer): ShownItem[] {
  return items
    .filter((item) => isShown(item, viewer) && !isRemovedByFlag(item.id, viewer.flags))
    .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label))
    .map((item) => ({ ...item, disabled: !viewer.hasAccounts && item.group !== 'sources' && item.withoutAccounts !== true }));
}
