import { lazy, Suspense, type ReactNode } from 'react';
import type { Api } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader, useSteps } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { DashboardTiles } from './DashboardTiles';
import { RefreshRun } from './RefreshRun';
import { CausesToFix, RiskiestEntities, WidenedAccess } from './RiskCards';
import { ComplianceTrend, SourceHealth, TierExposure } from './TrendCards';
import styles from './DashboardPage.module.css';

const RegionMaps = lazy(() => import('./RegionMaps'));
const AccessMatrix = lazy(() => import('./AccessMatrix'));

// Constants: a further step renders none of them again.
const CARDS = [
  <RiskiestEntities key="identity" of="identity" />,
  <RiskiestEntities key="resource" of="resource" />,
  <CausesToFix key="causes" />,
  <WidenedAccess key="widened" />,
  <TierExposure key="tiers" />,
  <ComplianceTrend key="compliance" />,
  <SourceHealth key="sources" />,
];

/** Shows the main counts, the largest risks with what to do about them, their trends, and the access by region and type. Every count links to its query. */
export default function DashboardPage(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/dashboard', {}, { refreshInterval: pollWhileCounting });
  return (
    <>
      <PageHeader title="Dashboard" text="Access across your connected sources" actions={<RefreshRun onDone={() => void mutate()} />} />
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : !data ? (
        <LoadingState label="Loading the dashboard" shape="tiles" />
      ) : (
        <>
          <CountingNotice answer={data} />
          <DashboardTiles data={data} />
          <Sections data={data} />
        </>
      )}
    </>
  );
}

/** Shows what follows the tiles from top to bottom in steps, between which the browser answers the user. */
function Sections({ data }: { data: Api['GET /v1/graph-querymgr/dashboard']['answer'] }): ReactNode {
  const count = useSteps(CARDS.length + 2, 2);
  return (
    <>
      <div className={styles.cards}>{CARDS.slice(0, count)}</div>
      {count > CARDS.length && (
        <Suspense fallback={<LoadingState label="Loading the map" />}>
          <RegionMaps open={data.public_by_region} />
        </Suspense>
      )}
      {count > CARDS.length + 1 && (
        <section className={styles.card} aria-labelledby="access-by-type">
          <h2 id="access-by-type">Access by type</h2>
          <Suspense fallback={<LoadingState label="Loading the table" />}>
            <AccessMatrix graph={data.result_graph} counts={data.entity_counts} />
          </Suspense>
        </section>
      )}
    </>
  );
}
