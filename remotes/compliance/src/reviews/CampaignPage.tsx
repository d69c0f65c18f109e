import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { TIER_NAMES, type Campaign, type ReviewerProgress, type ReviewTicket, type ReviewUnitProgress } from '@cam/contracts';
import { callApi, confirm, downloadFile, notify, SearchLink, useAddress, useApi, useSession } from '@cam/platform';
import {
  Alert,
  Button,
  DataGrid,
  ErrorState,
  FactList,
  formatZoned,
  type GridColumn,
  Icon,
  LoadingState,
  PageHeader,
  Progress,
  saveFile,
  StatusTag,
  TabList,
} from '@cam/ui';
import { useEvidence } from '../evidence/use-evidence';
import { ItemGrid } from './ItemGrid';
import styles from './reviews.module.css';
import { useAccountNames } from './use-account-names';
import { campaignState, counted, inFull, progressOf, repeatText, reviewersText, SILENCES, TAKES } from './words';

const VIEWS = [
  { key: 'reviewers', label: 'By reviewer' },
  { key: 'units', label: 'By group, policy and role' },
  { key: 'late', label: 'Late' },
  { key: 'items', label: 'All items' },
] as const;
type View = (typeof VIEWS)[number]['key'];

/** Shows one access review: its progress by reviewer and by unit, and what is late. */
export function CampaignPage(): ReactNode {
  const { campaignId = '' } = useParams();
  const address = useAddress();
  const path = { campaign_id: campaignId };
  const { data, error, mutate } = useApi('GET /v1/campaigns/{campaign_id}', { path }, { filtered: false });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading the review" shape="list" rows={8} />;
  const { campaign, reviewers, tickets } = data;
  const unit = address.get('unit');
  const view: View = unit === '' ? (VIEWS.find(({ key }) => key === address.get('show'))?.key ?? 'reviewers') : 'items';
  const reload = (): void => void mutate();
  return (
    <>
      <PageHeader
        title={campaign.name}
        trail={[
          <Link key="all" to="/reviews">
            Access Reviews
          </Link>,
        ]}
        text={<StatusTag tone={campaignState(campaign).tone}>{campaignState(campaign).label}</StatusTag>}
        actions={<Actions campaign={campaign} onChanged={reload} />}
      />
      {campaign.failure !== '' && <Alert type="error" showIcon title={campaign.failure} />}
      <Numbers campaign={campaign} />
      <Facts campaign={campaign} tickets={tickets} />
      <TabList label="Views" items={VIEWS} chosen={view} onChoose={(show) => address.set({ show: show === 'reviewers' ? null : show, unit: null })} />
      {view === 'reviewers' && <Reviewers campaign={campaign} rows={reviewers} />}
      {view === 'units' && <Units campaignId={campaignId} onOpen={(key) => address.set({ unit: key })} />}
      {view === 'late' && <ItemGrid key="late" campaignId={campaignId} query={{ state: ['OVERDUE', 'UNDECIDED', 'PROPOSED'] }} onChanged={reload} />}
      {view === 'items' && <ItemGrid key={unit} campaignId={campaignId} query={unit === '' ? {} : { unit }} onChanged={reload} />}
    </>
  );
}

function Actions({ campaign, onChanged }: { campaign: Campaign; onChanged: () => void }): ReactNode {
  const mayStart = useSession().can('GENERAL');
  const mayClose = mayStart && campaign.state === 'OPEN';
  const hasNext = campaign.stage <= campaign.stages.length;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const path = { campaign_id: campaign.campaign_id };
  const evidence = useEvidence(() => callApi('POST /v1/campaigns/{campaign_id}/evidence', { path, body: {} }, { filtered: false }));
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    // The platform showed the error.
    await work().catch(() => undefined);
    setBusy(false);
    onChanged();
  };
  const close = async (): Promise<void> => {
    const { open } = campaign.counts;
    const question = hasNext ? 'End this stage? Its reviewers can then change nothing more.' : 'Close this review?';
    const left = open === 0 ? '' : ` ${counted(open, 'item is', 'items are')} not decided${hasNext ? ' and go on' : ''}.`;
    if ((hasNext || open > 0) && !(await confirm({ message: `${question}${left}` }))) return;
    await run(async () => {
      await callApi('POST /v1/campaigns/{campaign_id}/close', { path, body: {} }, { filtered: false });
      notify.success(hasNext ? 'Stage ended.' : 'Review closed.');
    });
  };
  const endSeries = (): Promise<void> =>
    run(async () => {
      await callApi('PATCH /v1/campaigns/{campaign_id}', { path, body: { repeat_months: null } }, { filtered: false });
      notify.success('The review does not repeat any more.');
    });
  const download = (): Promise<void> =>
    run(async () => {
      const { blob, fileName } = await downloadFile('GET /v1/campaigns/{campaign_id}/evidence', { path }, { filtered: false });
      saveFile(blob, blob.type, fileName);
    });
  return (
    <>
      {campaign.mine > 0 && (
        <Button type="primary" onClick={() => void navigate(`/reviews/${campaign.campaign_id}/mine`)}>
          {campaign.mine === 1 ? 'Decide your item' : `Decide your ${inFull(campaign.mine)} items`}
        </Button>
      )}
      <Button icon={<Icon name="download" />} loading={busy} disabled={campaign.snapshot_id === null} onClick={() => void download()}>
        Download evidence
      </Button>
      <Button
        icon={<Icon name="download" />}
        loading={evidence.isMaking}
        disabled={campaign.snapshot_id === null}
        onClick={() => void evidence.make()}
      >
        Evidence with proofs
      </Button>
      {mayStart && campaign.next_on !== null && (
        <Button loading={busy} onClick={() => void endSeries()}>
          Stop repeating
        </Button>
      )}
      {mayClose && (
        <Button loading={busy} onClick={() => void close()}>
          {hasNext ? 'End stage' : 'Close review'}
        </Button>
      )}
    </>
  );
}

function Numbers({ campaign: { counts } }: { campaign: Campaign }): ReactNode {
  const tiles: [string, number][] = [
    ['To decide', counts.open],
    ['Kept', counts.kept],
    ['Revoked, wait for a snapshot', counts.revoked],
    ['Revoked and gone', counts.done],
    ['Revoked but still there', counts.overdue],
    ['Gone without a decision', counts.gone],
    ...(counts.proposed > 0 ? ([['Revocations proposed', counts.proposed]] as [string, number][]) : []),
    ...(counts.undecided > 0 ? ([['Not decided', counts.undecided]] as [string, number][]) : []),
  ];
  return (
    <>
      <Progress percent={progressOf(counts)} status="normal" aria-label="Share of items that are decided" />
      <div className={styles.tiles}>
        {tiles.map(([label, count]) => (
          <div key={label} className={styles.tile}>
            <strong>{inFull(count)}</strong>
            <span>{label}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function Facts({ campaign, tickets }: { campaign: Campaign; tickets: readonly ReviewTicket[] }): ReactNode {
  const { query, max_tier: tier, reviewers, fallback, due_on: due, revoke_by: revokeBy, on_silence: silence } = campaign;
  const facts: [string, ReactNode][] = [
    [
      'Identities',
      <SearchLink key="query" query={query}>
        {query}
      </SearchLink>,
    ],
    ['Access', tier === 3 ? 'All tiers' : `Tiers 0 to ${tier} (${TIER_NAMES.slice(0, tier + 1).join(', ')})`],
    ['Reviewers', reviewersText(reviewers)],
    ...campaign.stages.map((stage, index): [string, ReactNode] => [
      `Stage ${index + 2}`,
      `From ${stage.starts_on}: ${reviewersText(stage.reviewers)}. Decided again: ${TAKES.find(({ value }) => value === stage.takes)?.label.toLowerCase() ?? ''}`,
    ]),
    ['Fallback', fallback],
    ['Last day', `${due}. Items without a decision: ${SILENCES.find(({ value }) => value === silence)?.label.toLowerCase() ?? ''}`],
    ['Revoked access gone by', revokeBy],
    ...(campaign.tickets === null ? [] : [['Tickets', <Tickets key="tickets" campaign={campaign} tickets={tickets} />] as [string, ReactNode]]),
    ...(campaign.next_on === null || campaign.repeat_months === null
      ? []
      : [['Repeats', `${repeatText(campaign.repeat_months)}, next on ${campaign.next_on}`] as [string, ReactNode]]),
    ['Snapshot', campaign.snapshot_time === null ? 'Not taken yet' : formatZoned(campaign.snapshot_time)],
    ['Started', `${formatZoned(campaign.created_at)} by ${campaign.created_by}`],
    ...(campaign.closed_at === null
      ? []
      : [
          ['Closed', `${formatZoned(campaign.closed_at)} ${campaign.closed_by ? `by ${campaign.closed_by}` : 'after the last day'}`] as [
            string,
            ReactNode,
          ],
        ]),
  ];
  return <FactList facts={facts} />;
}

function Tickets({ campaign, tickets }: { campaign: Campaign; tickets: readonly ReviewTicket[] }): ReactNode {
  if (tickets.length === 0) return campaign.state === 'CLOSED' ? 'None: nothing waits to be carried out' : 'Made when the review closes';
  return (
    <ul className={styles.plainList}>
      {tickets.map(({ name, connection_label: product, key, url, status, message }) => (
        <li key={name}>
          {name}:{' '}
          {url === '' ? (
            product
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {key}
            </a>
          )}{' '}
          ({status}){message !== '' && `. ${message}.`}
        </li>
      ))}
    </ul>
  );
}

const REVIEWER_COLUMNS: GridColumn<ReviewerProgress>[] = [
  { key: 'reviewer', title: 'Reviewer', width: 260, value: ({ reviewer }) => reviewer || 'Nobody' },
  {
    key: 'progress',
    title: 'Progress',
    width: 180,
    value: ({ items, open }) => Math.floor(((items - open) * 100) / Math.max(items, 1)),
    render: ({ reviewer, items, open }) => (
      <Progress
        percent={Math.floor(((items - open) * 100) / Math.max(items, 1))}
        size="small"
        status="normal"
        aria-label={`Progress of ${reviewer || 'nobody'}`}
      />
    ),
  },
  { key: 'items', title: 'Items', value: ({ items }) => items },
  { key: 'open', title: 'To Decide', value: ({ open }) => open },
  { key: 'kept', title: 'Kept', value: ({ kept }) => kept },
  { key: 'revoked', title: 'Revoked', value: ({ revoked }) => revoked },
  {
    key: 'pace',
    title: 'Pace',
    value: ({ fast_keeps: keeps }) => (keeps === 0 ? '' : `${inFull(keeps)} keeps within a minute`),
  },
];

function Reviewers({ campaign, rows }: { campaign: Campaign; rows: ReviewerProgress[] }): ReactNode {
  return (
    <DataGrid
      title="Reviewers"
      rows={rows}
      rowKey={({ reviewer }) => reviewer}
      columns={REVIEWER_COLUMNS}
      empty={{
        title: 'No reviewers',
        text: campaign.state === 'PREPARING' ? 'The items of this review are being made.' : 'This review has no items.',
      }}
    />
  );
}

/** Units on a page. */
const PAGE = 100;

function Units({ campaignId, onOpen }: { campaignId: string; onOpen: (key: string) => void }): ReactNode {
  const nameOf = useAccountNames();
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const { data, error, isValidating, mutate } = useApi(
    'GET /v1/campaigns/{campaign_id}/units',
    { path: { campaign_id: campaignId }, query: { cursor: starts.at(-1), limit: PAGE } },
    { filtered: false, keepPreviousData: true },
  );
  const columns: GridColumn<ReviewUnitProgress>[] = [
    {
      key: 'unit',
      title: 'Group, Policy or Role',
      width: 280,
      value: ({ name }) => name,
      render: ({ key, name }) => (
        <button type="button" className="cam-link" onClick={() => onOpen(key)}>
          {name}
        </button>
      ),
    },
    { key: 'kind', title: 'Kind', value: ({ kind }) => KINDS[kind] },
    { key: 'account', title: 'Account', value: ({ uri }) => nameOf(uri.split(':')[2] ?? '') },
    ...([0, 1, 2, 3] as const).map((tier): GridColumn<ReviewUnitProgress> => ({
      key: `tier${tier}`,
      title: `Tier ${tier}`,
      value: ({ reach }) => reach[tier] ?? 0,
    })),
    { key: 'items', title: 'Items', value: ({ items }) => items },
    { key: 'open', title: 'To Decide', value: ({ open }) => open },
    { key: 'kept', title: 'Kept', value: ({ kept }) => kept },
    { key: 'revoked', title: 'Revoked', value: ({ revoked }) => revoked },
    { key: 'overdue', title: 'Overdue', value: ({ overdue }) => overdue },
  ];
  const next = data?.next ?? null;
  return (
    <DataGrid
      title="Groups, policies and roles"
      rows={data?.units}
      rowKey={({ key }) => key}
      columns={columns}
      paging={{
        hasNext: next !== null,
        hasPrev: starts.length > 1,
        busy: isValidating,
        onNext: () => next !== null && setStarts((now) => [...now, next]),
        onPrev: () => setStarts((now) => now.slice(0, -1)),
      }}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No items', text: 'This review has no items.' }}
    />
  );
}

const KINDS: Record<ReviewUnitProgress['kind'], string> = {
  MEMBERSHIP: 'Group',
  ATTACHMENT: 'Policy',
  INLINE_POLICY: 'Inline policy',
  ASSIGNMENT: 'Role',
  PRINCIPAL: 'Trust or resource policy',
};
