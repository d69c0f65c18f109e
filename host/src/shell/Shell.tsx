import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuItem, RemoteCommand } from '@cam/contracts';
import { storage, useConnectivity, usePending } from '@cam/platform';
import { refreshData } from '@cam/platform/host';
import { useMedia } from '@cam/ui';
import { TourOffer } from '../tour/TourOffer';
import { useValidFilter } from '../filter/use-valid-filter';
import { visibleFrame, type Viewer } from '../routes/visibility';
import { PartialResultsNotice } from './PartialResultsNotice';
import { MenuDrawer } from './MenuDrawer';
import { RouteAnnouncer } from './RouteAnnouncer';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import { DroppedNotice } from './DroppedNotice';
import { RollbackNotice } from './RollbackNotice';
import { MustReloadNotice } from './MustReloadNotice';
import { PreviewNotice } from './PreviewNotice';
import styles from './Shell.module.css';

const Tour = lazy(async () => ({ default: (await import('../tour/Tour')).Tour }));

const COLLAPSED = 'camSidebarCollapsed';

/** In such a window, a sidebar leaves too little room for the page. The menu is then a drawer above it. */
const NARROW = '(width < 768px)';

interface Props {
  menu: readonly MenuItem[];
  /** Labels of the menu groups that areas declare, by id. */
  groups: Readonly<Record<string, string>>;
  commands: readonly RemoteCommand[];
  viewer: Viewer;
  hasSettings: boolean;
  /** True while the registry does not respond; remotes are those of the last good view. */
  stale: boolean;
  children: ReactNode;
}

/** Renders the frame of every page: sidebar, top bar and notices about the whole console. */
export function Shell({ menu, groups, commands, viewer, hasSettings, stale, children }: Props): ReactNode {
  const [collapsed, setCollapsed] = useState(() => storage.get(COLLAPSED) === 'true');
  const isNarrow = useMedia(NARROW);
  const { key: place } = useLocation();
  // The place at which the drawer was opened. Any navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const isDrawerOpen = isNarrow && drawerAt === place;
  const [isTouring, setTouring] = useState(false);
  const startTour = useCallback(() => setTouring(true), []);
  const isOffline = useConnectivity() === 'offline';
  useValidFilter(!visibleFrame(viewer.flags).sourceFilter);
  useRefreshOnReturn(isOffline);
  const placeNow = useRef(place);
  useEffect(() => {
    placeNow.current = place;
  }, [place]);
  // The bar does not render again with each navigation.
  const toggle = useCallback(() => {
    if (isNarrow) return setDrawerAt(placeNow.current);
    storage.set(COLLAPSED, String(!collapsed));
    setCollapsed(!collapsed);
  }, [isNarrow, collapsed]);
  return (
    <div className={styles.shell} data-menu={isNarrow ? 'drawer' : collapsed ? 'collapsed' : 'open'}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {isNarrow ? (
        isDrawerOpen && (
          <MenuDrawer onClose={() => setDrawerAt(null)}>
            <Sidebar menu={menu} groups={groups} viewer={viewer} collapsed={false} hasSettings={hasSettings} />
          </MenuDrawer>
        )
      ) : (
        <Sidebar menu={menu} groups={groups} viewer={viewer} collapsed={collapsed} hasSettings={hasSettings} />
      )}
      <div className={styles.main}>
        <TopBar
          menu={menu}
          commands={commands}
          onToggleMenu={toggle}
          isMenuOpen={isNarrow ? isDrawerOpen : !collapsed}
          isNarrow={isNarrow}
          viewer={viewer}
          hasSettings={hasSettings}
          onTour={startTour}
        />
        <ProgressLine />
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
          {/* Within the content, which does not move when the offer leaves with the page. */}
          <TourOffer onStart={startTour} />
          {children}
        </main>
        <RouteAnnouncer />
        {isTouring && (
          <Suspense fallback={null}>
            <Tour onClose={() => setTouring(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Shows that requests are open. Each of them renders this line alone. */
function ProgressLine(): ReactNode {
  return <div className={styles.progress} data-active={usePending() > 0} aria-hidden />;
}

/** Reloads the data on the screen when the connection returns. */
function useRefreshOnReturn(isOffline: boolean): void {
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOffline && wasOffline.current) void refreshData();
    wasOffline.current = isOffline;
  }, [isOffline]);
}
