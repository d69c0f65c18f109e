import type { ReactNode } from 'react';
import type { RegionCount } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { EmptyState, LoadingState, Radio } from '@cam/ui';
import { COUNTING_POLL } from '../explorer/CountingNotice';
import { RegionMap } from './RegionMap';
import { RegionTable } from './RegionTable';
import styles from './DashboardPage.module.css';

/** Shows compliance failures or public objects by region, on a map or in a table. */
export default function RegionMaps({ open }: { open: readonly (RegionCount & { query: string })[] }): ReactNode {
  const address = useAddress();
  const shown = address.get('map') === 'public' ? 'public' : 'failed';
  const view = address.get('view') === 'table' ? 'table' : 'map';
  const { data, error } = useApi(
    'GET /v1/intents/failedCountsByRegion',
    {},
    { refreshInterval: (answer) => (answer?.counted_at === null ? COUNTING_POLL : 0) },
  );
  // Public objects are the only choice while compliance is turned off.
  const isFailed = shown === 'failed' && !error;
  const counts = isFailed ? (data?.counts ?? []) : open;
  const what = isFailed ? 'Failed compliance checks' : 'Public objects';
  return (
    <section className={styles.card} aria-label="By region">
      <div className={styles.cardHead}>
        <h2>{what} by region</h2>
        {!error && (
          <Radio.Group
            optionType="button"
            aria-label="Counted"
            value={shown}
            options={[
              { value: 'failed', label: 'Failed' },
              { value: 'public', label: 'Public' },
            ]}
            onChange={({ target }) => address.set({ map: target.value === 'public' ? 'public' : null })}
          />
        )}
        <Radio.Group
          optionType="button"
          aria-label="View"
          value={view}
          options={[
            { value: 'map', label: 'Map' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={({ target }) => address.set({ view: target.value === 'table' ? 'table' : null })}
        />
      </div>
      {isFailed && !data ? (
        <LoadingState label="Loading the map" rows={8} />
      ) : isFailed && data?.counted_at === null ? (
        <EmptyState
          title="Not counted yet"
          text="Failures are counted after each snapshot, and for a single source when it is first viewed. This takes a few seconds."
        />
      ) : view === 'map' ? (
        <RegionMap counts={counts} what={what} noun={isFailed ? ['failure', 'failures'] : ['public object', 'public objects']} />
      ) : (
        <RegionTable counts={counts} what={what} />
      )}
    </section>
  );
}
