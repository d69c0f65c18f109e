/** Icons that a menu item may have. The ui package draws each of them. */
export const MENU_ICONS = [
  ...['alert', 'api', 'change', 'cloud', 'compliance', 'crown', 'dashboard', 'database', 'filter', 'guardrail', 'history', 'identity', 'idp', 'info'],
  ...['link', 'network', 'object', 'privilege', 'report', 'schedule', 'search', 'settings', 'snapshot', 'unused', 'user', 'warning'],
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];
