import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { AlertTiles } from './AlertTiles';
import { DashboardTiles } from './DashboardTiles';
import { RefreshRun } from './RefreshRun';
import styles from './DashboardPage.module.css';

const RegionMaps = lazy(() => import('./RegionMaps'));
const ResultGraph = lazy(() => import('./ResultGraph'));

/** Shows the main counts, the open alerts, the failures by region and the access by type. Every count links to the counted entities. */
export default function DashboardPage(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/dashboard', {}, { refreshInterval: pollWhileCounting });
  return (
    <>
      <PageHeader title="Dashboard" text="Access across your connected sources" actions={<RefreshRun onDone={() => void mutate()} />} />
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : !data ? (
        <LoadingState label="Loading the dashboard" />
      ) : (
        <>
          <CountingNotice answer={data} />
          <AlertTiles />
          <DashboardTiles data={data} />
          <Suspense fallback={<LoadingState label="Loading the map" />}>
            <RegionMaps open={data.public_by_region} />
          </Suspense>
          <section className={styles.card} aria-label="Access by type">
            <h2>Access by type</h2>
            <Suspense fallback={<LoadingState label="Loading the graph" />}>
              <ResultGraph graph={data.result_graph} counts={data.entity_counts} />
            </Suspense>
          </section>
        </>
      )}
    </>
  );
}
