import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom';
import type { RemoteId, RemoteManifest, RemoteRoute } from '@cam/contracts';
import { useAccountFilter, useFlags, useHasAccounts, useSession } from '@cam/platform';
import { partLoaderAtom, segmentRedirect } from '@cam/platform/host';
import { ErrorState, LoadingState } from '@cam/ui';
import { useAnalytics } from './analytics/use-analytics';
import { NotFoundScreen, TurnedOffScreen } from './failure/screens';
import { loadPart } from './loader/load-part';
import { followRegistry, refreshView, registryAtom } from './registry/registry-client';
import { RemotePage } from './routes/RemotePage';
import { homeOf } from './routes/home';
import { hiddenParts, shownCommands, visibleFrame, visibleRoutes, type Viewer } from './routes/visibility';
import { Shell } from './shell/Shell';
import { declaredGroups } from './shell/menu-groups';
import { SignInFrame } from './sign-in/SignInFrame';
import { useTracing } from './tracing/use-tracing';
import { SisterProduct } from './sign-in/SisterProduct';
import { sisterDashboard } from './sign-in/sister-dashboard';

interface OwnedRoute extends RemoteRoute {
  owner: RemoteId;
  ownerName: string;
  off: boolean;
}

/** Renders the signed-in console: the shell with the page of the current address. */
export function Console(): ReactNode {
  const { view, stale } = useAtomValue(registryAtom);
  const setPartLoader = useSetAtom(partLoaderAtom);
  const { rights, tenant } = useSession();
  const flags = useFlags();
  const hasAccounts = useHasAccounts();
  const viewer: Viewer = useMemo(() => ({ flags, rights, hasAccounts }), [flags, rights, hasAccounts]);
  const live = useMemo(() => (view?.remotes ?? []).map(({ manifest }) => manifest), [view]);
  // Parts reload when a remote is added or removed or a condition changes, not for a new release, so that the page stays stable while someone works.
  const present = [...live.map(({ id }) => id), ...hiddenParts(live, viewer)].join();

  useAnalytics();
  useTracing();
  useEffect(() => followRegistry(), []);
  useEffect(() => setPartLoader({ load: loadPart }), [setPartLoader, present]);

  const sister = visibleFrame(flags).console ? null : sisterDashboard(tenant.sister_product_url);
  if (sister) return <SisterProduct address={sister} />;

  // Without a view no address can be resolved, so nothing redirects yet.
  if (!view && stale) return <UnknownAreas />;
  if (!view) return <LoadingState label="Loading areas" />;

  const off = view.off.flatMap(({ manifest }) => manifest ?? []);
  const routes = [
    ...visibleRoutes(
      live.flatMap((manifest) => owned(manifest, false)),
      viewer,
    ),
    ...visibleRoutes(
      off.flatMap((manifest) => owned(manifest, true)),
      viewer,
    ),
  ];
  const menu = live.flatMap((manifest) => manifest.menu);
  const here = routes.filter((route) => !route.off);
  const commands = shownCommands(
    live.flatMap((manifest) => manifest.commands ?? []),
    here,
    viewer,
  );
  const home = homeOf(
    viewer,
    here.map(({ path }) => path),
  );
  const toHome = home === null ? <NotFoundScreen /> : <Navigate to={home} replace />;

  return (
    <Shell
      menu={menu}
      groups={declaredGroups(live)}
      commands={commands}
      viewer={viewer}
      stale={stale}
      hasSettings={here.some(({ name }) => name === 'settings')}
    >
      <Routes>
        <Route path="/" element={toHome} />
        {routes.map((route) => (
          <Route
            key={route.path}
            path={route.accountSegment ? `${route.path}/:filteredAccount?` : route.path}
            element={<OwnedPage route={route} />}
          />
        ))}
        <Route path="*" element={hasAccounts ? <NotFoundScreen /> : toHome} />
      </Routes>
    </Shell>
  );
}

/** Shown when the registry does not respond and this browser has no stored view. The event stream keeps retrying as well. */
function UnknownAreas(): ReactNode {
  return (
    <SignInFrame>
      <ErrorState
        title="The areas could not be loaded"
        message="The registry does not respond. The console keeps retrying."
        onRetry={() => void refreshView().catch(() => undefined)}
      />
    </SignInFrame>
  );
}

function owned(manifest: RemoteManifest, off: boolean): OwnedRoute[] {
  return manifest.routes.map((route) => ({ ...route, owner: manifest.id, ownerName: manifest.name, off }));
}

function OwnedPage({ route }: { route: OwnedRoute }): ReactNode {
  const { filteredAccount } = useParams();
  const { search } = useLocation();
  const { current } = useAccountFilter();

  useEffect(() => {
    document.title = `${route.title} – CAM`;
  }, [route.title]);

  if (route.off) return <TurnedOffScreen name={route.ownerName} />;
  const redirect = route.accountSegment ? segmentRedirect(route.path, filteredAccount, current?.id ?? null, search) : null;
  if (redirect) return <Navigate to={redirect} replace />;
  return <RemotePage id={route.owner} name={route.ownerName} page={route.page} />;
}
