import { useMemo, useState, type ReactNode } from 'react';
import type { ChokePoint, ChokePoints } from '@cam/contracts';
import { EntityLink, useApi } from '@cam/platform';
import { Alert, DataGrid, ErrorState, LineChart, LoadingState, PageHeader, RowButton, Time, type GridColumn } from '@cam/ui';
import { EffectDrawer, type KnownChange } from '../what-if/EffectDrawer';
import { endsOf, fallingLines } from './choke-point-words';
import styles from './choke-points.module.css';

/** How often the page asks while choke points are computed again, and otherwise, ms. */
const POLL = 3000;
const REFRESH = 60_000;

/** Shows the changes that end the most access to crown jewels, each by itself and in a row. */
export default function ChokePointsPage(): ReactNode {
  const [tried, setTried] = useState<KnownChange | null>(null);
  const tiers = useApi('GET /v1/tiers', {}, { filtered: false });
  const { data, error, mutate } = useApi(
    'GET /v1/choke-points',
    {},
    {
      filtered: false,
      keepPreviousData: true,
      refreshInterval: (answer) => (answer && answer.computed_at !== null && !answer.is_current ? POLL : REFRESH),
    },
  );
  const names = useMemo(() => tiers.data?.tiers.map(({ name }) => name) ?? [], [tiers.data]);
  const columns = useMemo(() => columnsOf(names, setTried), [names]);
  const failure = error ?? tiers.error;
  const retry = (): void => void Promise.all([mutate(), tiers.mutate()]);
  if (failure) return <ErrorState message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />;
  if (!data || !tiers.data) return <LoadingState label="Loading choke points" shape="tiles" />;
  return (
    <>
      <PageHeader title="Choke Points" text="Single changes that end the most access to crown jewels" />
      <Notices data={data} />
      {data.line.length > 1 && <Falling data={data} names={names} />}
      <DataGrid<ChokePoint>
        fits
        title="Choke points"
        rows={data.points}
        rowKey={({ id }) => id}
        columns={columns}
        empty={{
          title: 'No choke points',
          text: 'Choke points need identities outside tier 0 with access to resources of tiers 0 to 2, by memberships or by policies of AWS. Rules on the page Crown Jewels fill the tiers.',
        }}
      />
      <EffectDrawer change={tried} onClose={() => setTried(null)} />
    </>
  );
}

function Notices({ data }: { data: ChokePoints }): ReactNode {
  const notices = [
    ...(data.is_current ? [] : [data.computed_at === null ? 'Choke points follow the first scores.' : 'Choke points are being computed again.']),
    ...(data.is_complete ? [] : ['There is more access to crown jewels than CAM looks at here, so the numbers are lower bounds.']),
  ];
  return notices.map((notice) => (
    <div key={notice} className={styles.notice} role="status">
      <Alert type="info" showIcon title={notice} />
    </div>
  ));
}

/** Charts the access to each tier, today and after the best changes in a row. */
function Falling({ data, names }: { data: ChokePoints; names: readonly string[] }): ReactNode {
  return (
    <section className={styles.card} aria-label="Access after changes">
      <LineChart
        title="Access to crown jewels after the best changes in a row"
        note={data.computed_at !== null && <Time at={data.computed_at} />}
        series={fallingLines(data, names)}
        xName="Changes, tier"
        yName="Accesses"
      />
      <p className={styles.muted}>
        An access is one identity with access to one resource. Groups and members of tier 0 do not count. Each change is the best one after those
        before it:
      </p>
      <ol className={styles.changes}>
        {data.line.slice(1).map(({ action, account_name: account }, index) => (
          <li key={index}>
            {action} <small>in {account}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function columnsOf(names: readonly string[], onTry: (change: KnownChange) => void): GridColumn<ChokePoint>[] {
  return [
    {
      key: 'action',
      title: 'Change',
      value: ({ action, account_name: account }) => `${action} in ${account}`,
      render: ({ action, uri, account_name: account }) => (
        <>
          <EntityLink uri={uri} name={action} /> <small className={styles.muted}>in {account}</small>
        </>
      ),
    },
    { key: 'ends', title: 'Ends up to', value: (point) => endsOf(point, names) },
    { key: 'identities', title: 'Identities', value: ({ identities }) => identities, width: 110 },
    {
      key: 'effect',
      title: '',
      label: 'Effect',
      value: () => '',
      render: ({ action, edits, name, source_uid: sourceUid }) => (
        <RowButton aria-label={`Show effect: ${name}`} onClick={() => onTry({ title: action, sourceUid, edits })}>
          Show effect
        </RowButton>
      ),
      sticky: true,
      width: 130,
    },
  ];
}
