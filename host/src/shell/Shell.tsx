import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MenuItem } from '@cam/contracts';
import { storage, useConnectivity, usePending } from '@cam/platform';
import { refreshData } from '@cam/platform/host';
import { useValidFilter } from '../filter/use-valid-filter';
import { visibleFrame, type Viewer } from '../routes/visibility';
import { PartialResultsNotice } from './PartialResultsNotice';
import { RouteAnnouncer } from './RouteAnnouncer';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import { DroppedNotice } from './DroppedNotice';
import { RollbackNotice } from './RollbackNotice';
import { MustReloadNotice } from './MustReloadNotice';
import { PreviewNotice } from './PreviewNotice';
import styles from './Shell.module.css';

const COLLAPSED = 'camSidebarCollapsed';

/** In a narrower window, px, the sidebar starts collapsed, because it would leave too little room for the page. */
const NARROW = 640;

interface Props {
  menu: readonly MenuItem[];
  viewer: Viewer;
  hasSettings: boolean;
  /** True while the registry does not respond; remotes are those of the last good view. */
  stale: boolean;
  children: ReactNode;
}

/** Renders the frame of every page: sidebar, top bar and notices about the whole console. */
export function Shell({ menu, viewer, hasSettings, stale, children }: Props): ReactNode {
  const [collapsed, setCollapsed] = useState(() => (storage.get(COLLAPSED) ?? String(window.innerWidth < NARROW)) === 'true');
  const pending = usePending();
  const isOffline = useConnectivity() === 'offline';
  useValidFilter(!visibleFrame(viewer.flags).sourceFilter);
  useRefreshOnReturn(isOffline);
  const toggle = (): void => {
    storage.set(COLLAPSED, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return (
    <div className={styles.shell} data-collapsed={collapsed}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Sidebar menu={menu} viewer={viewer} collapsed={collapsed} hasSettings={hasSettings} />
      <div className={styles.main}>
        <TopBar menu={menu} onToggleMenu={toggle} collapsed={collapsed} viewer={viewer} hasSettings={hasSettings} />
        <div className={styles.progress} data-active={pending > 0} aria-hidden />
        {isOffline && (
          <p className={styles.banner} role="status">
            You are offline. The data shown may be out of date.
          </p>
        )}
        {stale && !isOffline && (
          <p className={styles.banner} role="status">
            The registry does not respond. The console uses the last known areas.
          </p>
        )}
        <PreviewNotice />
        <MustReloadNotice />
        <DroppedNotice />
        <RollbackNotice />
        <PartialResultsNotice />
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
        <RouteAnnouncer />
      </div>
    </div>
  );
}

/** Reloads the data on the screen when the connection returns. */
function useRefreshOnReturn(isOffline: boolean): void {
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOffline && wasOffline.current) void refreshData();
    wasOffline.current = isOffline;
  }, [isOffline]);
}
