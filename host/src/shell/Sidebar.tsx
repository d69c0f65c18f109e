import { useState, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { MenuItem } from '@cam/contracts';
import { callApi, notify, Part } from '@cam/platform';
import { refreshData } from '@cam/platform/host';
import { Icon, Tooltip } from '@cam/ui';
import { visibleMenu, type ShownItem, type Viewer } from '../routes/visibility';
import { Logo } from './Logo';
import styles from './Sidebar.module.css';

const GROUPS = [
  { id: 'dashboard', label: '' },
  { id: 'watch', label: 'Watch' },
  { id: 'sources', label: 'Sources' },
  { id: 'inventory', label: 'Inventory' },
] as const;

interface Props {
  menu: readonly MenuItem[];
  viewer: Viewer;
  collapsed: boolean;
}

export function Sidebar({ menu, viewer, collapsed }: Props): ReactNode {
  const items = visibleMenu(menu, viewer);
  return (
    <nav className={styles.sidebar} aria-label="Main" data-collapsed={collapsed}>
      <div className={styles.brand}>
        <Logo size={32} />
        {!collapsed && <span>CAM</span>}
      </div>
      <div className={styles.groups}>
        {GROUPS.map(({ id, label }) => (
          <MenuGroup key={id} label={label} items={items.filter((item) => item.group === id)} collapsed={collapsed} />
        ))}
      </div>
      <div className={styles.foot}>
        <RefreshButton collapsed={collapsed} />
      </div>
    </nav>
  );
}

function MenuGroup({ label, items, collapsed }: { label: string; items: readonly ShownItem[]; collapsed: boolean }): ReactNode {
  const [open, setOpen] = useState(true);
  if (items.length === 0) return null;
  return (
    <section>
      {label !== '' && !collapsed && (
        <button type="button" className={styles.heading} aria-expanded={open} onClick={() => setOpen(!open)}>
          {label}
        </button>
      )}
      {(open || collapsed) && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <Entry item={item} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ item, collapsed }: { item: ShownItem; collapsed: boolean }): ReactNode {
  const content = (
    <>
      <Icon name={item.icon} />
      <span className={collapsed ? 'cam-visually-hidden' : undefined}>{item.label}</span>
      {item.badge === 'alerts' && !item.disabled && <Part id="alerts.badge" props={{}} />}
    </>
  );
  const entry = item.disabled ? (
    <span className={styles.entry} aria-disabled="true">
      {content}
    </span>
  ) : (
    <NavLink to={item.to} className={styles.entry}>
      {content}
    </NavLink>
  );
  return collapsed ? (
    <Tooltip title={item.label} placement="right">
      {entry}
    </Tooltip>
  ) : (
    entry
  );
}

/** Asks for everything on the screen again and starts an ingestion on demand. */
function RefreshButton({ collapsed }: { collapsed: boolean }): ReactNode {
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false });
      await refreshData();
    } catch {
      notify.error('Not everything could be refreshed. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={styles.entry} onClick={() => void refresh()} disabled={busy}>
      <Icon name="refresh" />
      <span className={collapsed ? 'cam-visually-hidden' : undefined}>Refresh</span>
    </button>
  );
}
