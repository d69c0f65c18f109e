import { memo, useId, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAtomValue } from 'jotai';
import type { MenuItem } from '@cam/contracts';
import { authInfoAtom } from '@cam/platform/host';
import { Icon } from '@cam/ui';
import { visibleMenu, type Viewer } from '../routes/visibility';
import { Logo } from './Logo';
import { menuGroups, type MenuGroup } from './menu-groups';
import { MenuEntry } from './MenuEntry';
import { RefreshButton } from './RefreshButton';
import styles from './Sidebar.module.css';

interface Props {
  menu: readonly MenuItem[];
  /** Labels of the groups that areas declare, by id. */
  groups: Readonly<Record<string, string>>;
  viewer: Viewer;
  collapsed: boolean;
  /** True when the settings remote is available; the sidebar then links to it. */
  hasSettings: boolean;
}

/** Renders the main navigation with the menu groups, Refresh, Settings and Help. */
export const Sidebar = memo(function Sidebar({ menu, groups, viewer, collapsed, hasSettings }: Props): ReactNode {
  const { pathname } = useLocation();
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  return (
    <nav className={styles.sidebar} aria-label="Main" data-collapsed={collapsed}>
      <Link to="/" className={styles.brand} aria-label="CAM, home">
        <Logo size={32} />
        {!collapsed && <span>CAM</span>}
      </Link>
      <div className={styles.groups}>
        {menuGroups(visibleMenu(menu, viewer), groups).map((group) => (
          <Group key={group.id} group={group} collapsed={collapsed} />
        ))}
      </div>
      <div className={styles.foot}>
        <RefreshButton collapsed={collapsed} />
        {hasSettings && (
          <MenuEntry
            label="Settings"
            icon="settings"
            to="/settings/alertshigh"
            isActive={pathname.startsWith('/settings/')}
            disabled={!viewer.hasAccounts && pathname === '/setup'}
            collapsed={collapsed}
          />
        )}
        {help && <MenuEntry label="Help" icon="help" href={help} collapsed={collapsed} />}
      </div>
    </nav>
  );
});

function Group({ group: { label, items }, collapsed }: { group: MenuGroup; collapsed: boolean }): ReactNode {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  const list = useId();
  const foldable = label !== '' && !collapsed;
  return (
    <section className={styles.group} aria-label={label || undefined}>
      {foldable && (
        <button type="button" className={styles.heading} aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
          {label}
          <Icon name="down" />
        </button>
      )}
      <ul id={list} hidden={foldable && !open}>
        {items.map(({ id, label: name, icon, to, badge, disabled }) => (
          <li key={id}>
            <MenuEntry
              label={name}
              icon={icon}
              to={to}
              isActive={pathname === to || pathname.startsWith(`${to}/`)}
              disabled={disabled}
              collapsed={collapsed}
              badge={badge}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
