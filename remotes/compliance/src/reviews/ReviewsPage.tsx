import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Campaign } from '@cam/contracts';
import { useAddress, useApi, useCommands, useSession } from '@cam/platform';
import { Button, DataGrid, PageHeader, Progress, StatusTag, timeColumn, type GridColumn } from '@cam/ui';
import { ReviewWizard } from './ReviewWizard';
import styles from './reviews.module.css';
import { campaignState, inFull, progressOf } from './words';

/** Time between two looks while the items of a review are made, ms. */
const LOOK = 2000;

const COLUMNS: GridColumn<Campaign>[] = [
  {
    key: 'name',
    title: 'Review',
    width: 260,
    value: ({ name }) => name,
    render: ({ campaign_id: id, name, query }) => (
      <span className={styles.stack}>
        <Link to={`/reviews/${id}`}>{name}</Link>
        <small>{query}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: 'State',
    value: (row) => campaignState(row).label,
    render: (row) => (
      <span className={styles.stack}>
        <StatusTag tone={campaignState(row).tone}>{campaignState(row).label}</StatusTag>
        {row.failure !== '' && <small>{row.failure}</small>}
      </span>
    ),
  },
  {
    key: 'progress',
    title: 'Progress',
    width: 180,
    value: ({ counts }) => progressOf(counts),
    render: ({ name, counts }) => <Progress percent={progressOf(counts)} size="small" status="normal" aria-label={`Progress of ${name}`} />,
  },
  {
    key: 'mine',
    title: 'Your Items',
    value: ({ mine }) => mine,
    render: ({ campaign_id: id, mine }) => (mine === 0 ? 'None' : <Link to={`/reviews/${id}/mine`}>{inFull(mine)} to decide</Link>),
  },
  { key: 'items', title: 'Items', value: ({ counts }) => counts.items },
  { key: 'reviewers', title: 'Reviewers', value: ({ reviewers_count: count }) => count },
  { key: 'revoked', title: 'Revoked', value: ({ counts }) => counts.revoked + counts.done + counts.overdue },
  { key: 'done', title: 'Gone', value: ({ counts }) => counts.done },
  { key: 'due', title: 'Last Day', value: ({ due_on: due }) => due },
  { key: 'by', title: 'Started By', value: ({ created_by: by }) => by, isExtra: true },
  timeColumn({ key: 'started', title: 'Started', at: ({ created_at: at }) => at }),
];

/** Lists the access reviews, open ones first, and starts new ones. */
export function ReviewsPage(): ReactNode {
  const address = useAddress();
  const mayStart = useSession().can('GENERAL');
  const { data, error, mutate } = useApi(
    'GET /v1/campaigns',
    {},
    {
      filtered: false,
      refreshInterval: (latest?: { campaigns: Campaign[] }) => (latest?.campaigns.some(({ state }) => state === 'PREPARING') ? LOOK : 0),
    },
  );
  const create = (): void => address.set({ new: '1' });
  useCommands(mayStart ? [{ id: 'reviews.new', label: 'Start access review', run: create }] : []);
  const waiting = data?.campaigns.reduce((sum, { mine }) => sum + mine, 0) ?? 0;
  const start = mayStart && (
    <Button type="primary" onClick={create}>
      New review
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Access Reviews"
        text={
          data &&
          (waiting === 0
            ? 'No item waits for your decision.'
            : `${inFull(waiting)} ${waiting === 1 ? 'item waits' : 'items wait'} for your decision.`)
        }
        actions={start}
      />
      <DataGrid
        title="Access reviews"
        rows={data?.campaigns}
        rowKey={({ campaign_id: id }) => id}
        columns={COLUMNS}
        address={address}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No access reviews',
          text: 'In a review, the people who answer for access keep it or revoke it, and snapshots check the revocations.',
          action: start || undefined,
        }}
      />
      {mayStart && address.get('new') !== '' && <ReviewWizard onClose={() => address.set({ new: null })} onStarted={() => void mutate()} />}
    </>
  );
}
