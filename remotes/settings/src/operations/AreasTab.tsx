import type { ReactNode } from 'react';
import type { RemoteOperation } from '@cam/contracts';
import { useAddress } from '@cam/platform';
import { Button, DataGrid, formatCount, StatusTag, type GridColumn } from '@cam/ui';
import { useOperations } from './api';
import { AreaDrawer } from './AreaDrawer';
import styles from './AreaDrawer.module.css';
import { Violations } from './Violations';
import { formatFailures, formatUpperBound, STATE_LABELS, STATE_TONES, versionSource, waitingMoves } from './area-format';

/** Lists every area with its state, the source of its version, and its loads in browsers in the last 24 hours. */
export function AreasTab(): ReactNode {
  const { data, error, mutate } = useOperations();
  const address = useAddress('areas');
  const area = data?.remotes.find(({ id }) => id === address.get('area'));
  return (
    <>
      <DataGrid<RemoteOperation>
        title="Areas"
        rows={data?.remotes}
        rowKey={({ id }) => id}
        columns={columns((id) => address.set({ area: id }))}
        address={address}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No areas', text: 'Publish a remote to add an area to the console.' }}
      />
      {data && data.console_violations.length > 0 && (
        <div className={styles.below}>
          <Violations violations={data.console_violations} />
        </div>
      )}
      {area && <AreaDrawer key={area.id} area={area} onClose={() => address.set({ area: null })} onChanged={() => void mutate()} />}
    </>
  );
}

function columns(open: (id: RemoteOperation['id']) => void): GridColumn<RemoteOperation>[] {
  return [
    { key: 'name', title: 'Area', value: ({ name }) => name, sortable: true },
    {
      key: 'state',
      title: 'State',
      value: ({ state }) => STATE_LABELS[state],
      render: ({ state }) => <StatusTag tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StatusTag>,
      sortable: true,
    },
    { key: 'version', title: 'Version', value: ({ version }) => version },
    { key: 'follows', title: 'Version source', value: versionSource },
    { key: 'plans', title: 'Planned moves', value: waitingMoves },
    { key: 'loads', title: 'Loads (24 h)', value: ({ fleet }) => fleet.loads, render: ({ fleet }) => formatCount(fleet.loads), sortable: true },
    { key: 'failures', title: 'Failures', value: ({ fleet }) => fleet.failures, render: formatFailures, sortable: true },
    { key: 'crashes', title: 'Crashes', value: ({ fleet }) => fleet.crashes, render: ({ fleet }) => formatCount(fleet.crashes), sortable: true },
    {
      key: 'violations',
      title: 'Blocked requests',
      value: ({ violations }) => violations.reduce((sum, { count }) => sum + count, 0),
      render: ({ violations }) => formatCount(violations.reduce((sum, { count }) => sum + count, 0)),
      sortable: true,
    },
    {
      key: 'p95',
      title: 'Load time (95th percentile)',
      value: ({ fleet }) => fleet.p95_ms,
      render: ({ fleet }) => formatUpperBound(fleet.p95_ms),
      sortable: true,
    },
    {
      key: 'open',
      title: 'Details',
      value: () => null,
      render: ({ id, name }) => (
        <Button size="small" aria-label={`Details of ${name}`} onClick={() => open(id)}>
          Details
        </Button>
      ),
      width: 100,
      sortable: false,
      sticky: true,
    },
  ];
}
