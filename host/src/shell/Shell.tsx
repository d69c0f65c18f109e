import { useState, type ReactNode } from 'react';
import type { MenuItem } from '@cam/contracts';
import { storage, useConnectivity, usePending } from '@cam/platform';
import type { Viewer } from '../routes/visibility';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import styles from './Shell.module.css';

const COLLAPSED = 'camSidebarCollapsed';

interface Props {
  menu: readonly MenuItem[];
  viewer: Viewer;
  /** The registry is down: remotes are those of the last good answer. */
  stale: boolean;
  children: ReactNode;
}

export function Shell({ menu, viewer, stale, children }: Props): ReactNode {
  const [collapsed, setCollapsed] = useState(storage.get(COLLAPSED) === 'true');
  const pending = usePending();
  const offline = useConnectivity() === 'offline';
  const toggle = (): void => {
    storage.set(COLLAPSED, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return (
    <div className={styles.shell} data-collapsed={collapsed}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <Sidebar menu={menu} viewer={viewer} collapsed={collapsed} />
      <div className={styles.main}>
        <TopBar onToggleMenu={toggle} collapsed={collapsed} viewer={viewer} />
        <div className={styles.progress} data-active={pending > 0} aria-hidden />
        {offline && (
          <p className={styles.banner} role="status">
            You are offline. What you see may be out of date.
          </p>
        )}
        {stale && !offline && (
          <p className={styles.banner} role="status">
            The list of areas cannot be reached, so the last known one is used.
          </p>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
