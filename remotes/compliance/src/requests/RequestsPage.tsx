import { useState, type ReactNode } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { AccessRequest, Api, RequestList } from '@cam/contracts';
import { numberOf, useAddress, useApi, useCommands, useSession } from '@cam/platform';
import { Button, DataGrid, PageHeader, StatusTag, TabList, timeColumn, type GridColumn } from '@cam/ui';
import { PolicyDialog } from './PolicyDialog';
import { RequestDrawer } from './RequestDrawer';
import { RequestForm } from './RequestForm';
import styles from './requests.module.css';
import { useNow } from './use-now';
import { accessText, endText, moreText, STATES, timeLeft } from './words';

const PAGE_SIZE = 20;
/** Most rows of one call. */
const MOST_ROWS = 500;
/** Time between two looks for decisions of others and snapshots, ms. */
const LOOK = 30_000;

type Counts = Api['GET /v1/access-requests']['answer']['counts'];

const TABS: readonly { key: RequestList; label: string; count: (counts: Counts) => number; empty: { title: string; text: string } }[] = [
  {
    ...{ key: 'MINE', label: 'Mine', count: ({ mine }) => mine },
    empty: { title: 'No requests', text: 'Ask for access with an end. Others approve it, and snapshots show when it came and went.' },
  },
  {
    ...{ key: 'TO_APPROVE', label: 'To approve', count: ({ to_approve: count }) => count },
    empty: { title: 'Nothing to approve', text: 'Requests of others that wait for your decision are listed here.' },
  },
  {
    ...{ key: 'RUNNING', label: 'Running', count: ({ running }) => running },
    empty: { title: 'No running access', text: 'Approved requests are listed here until a snapshot shows that the access is gone.' },
  },
  {
    ...{ key: 'HISTORY', label: 'History', count: ({ history }) => history },
    empty: { title: 'No history', text: 'Ended, refused, lapsed and withdrawn requests are kept here.' },
  },
];

/** Lists access requests by what they need next. The address holds the view. */
export function RequestsPage(): ReactNode {
  const address = useAddress();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { requestId } = useParams();
  const mayApprove = useSession().can('GENERAL');
  const now = useNow();
  const [isSetting, setSetting] = useState(false);
  const [extended, setExtended] = useState<AccessRequest | null>(null);
  const list = TABS.find(({ key }) => key.toLowerCase() === address.get('show'))?.key ?? 'MINE';
  const page = numberOf(address.get('page'), 1) - 1;
  const pageSize = Math.min(numberOf(address.get('size'), PAGE_SIZE), MOST_ROWS);
  const { data, error, isValidating, mutate } = useApi(
    'GET /v1/access-requests',
    { query: { list, offset: page * pageSize, limit: pageSize } },
    { filtered: false, keepPreviousData: true, refreshInterval: LOOK },
  );
  const create = (): void => address.set({ new: '1' });
  useCommands([{ id: 'requests.new', label: 'Request access', run: create }]);
  const show = (id: string | null): void => void navigate({ pathname: id === null ? '/requests' : `/requests/${id}`, search: search.toString() });
  const counts = data?.counts;
  const tabs = TABS.filter(({ key }) => key !== 'TO_APPROVE' || mayApprove);
  const empty = TABS.find(({ key }) => key === list)?.empty ?? { title: 'No requests', text: '' };
  return (
    <>
      <PageHeader
        title="Requests"
        text={counts && summary(counts, mayApprove)}
        actions={
          <>
            {mayApprove && <Button onClick={() => setSetting(true)}>Settings</Button>}
            <Button type="primary" onClick={create}>
              Request access
            </Button>
          </>
        }
      />
      <TabList
        label="Requests"
        items={tabs.map(({ key, label, count }) => ({
          key,
          label: counts && count(counts) > 0 ? `${label} (${count(counts).toLocaleString('en')})` : label,
        }))}
        chosen={list}
        onChoose={(key) => address.set({ show: key === 'MINE' ? null : key.toLowerCase(), page: null })}
      />
      <DataGrid<AccessRequest>
        title="Requests"
        rows={data?.requests}
        rowKey={({ request_id: id }) => id}
        columns={columnsAt(now)}
        onRowClick={({ request_id: id }) => show(id)}
        paging={{
          ...{ total: data?.total ?? 0, page, pageSize, busy: isValidating },
          onPage: (next, size) => address.set({ page: next === 0 ? null : String(next + 1), size: size === PAGE_SIZE ? null : String(size) }),
        }}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          ...empty,
          ...(list === 'MINE' ? { action: <Button onClick={create}>Request access</Button> } : {}),
        }}
      />
      {requestId !== undefined && (
        <RequestDrawer
          key={requestId}
          id={requestId}
          now={now}
          onClose={() => show(null)}
          onChanged={() => void mutate()}
          onExtend={(request) => {
            show(null);
            setExtended(request);
          }}
        />
      )}
      {(address.get('new') !== '' || extended !== null) && (
        <RequestForm
          key={`${extended?.request_id ?? ''} ${address.get('for')} ${address.get('to')}`}
          identityUri={address.get('for')}
          resourceUri={address.get('to')}
          {...(extended ? { extended } : {})}
          onClose={() => {
            setExtended(null);
            address.set({ new: null, for: null, to: null });
          }}
          onAsked={() => {
            setExtended(null);
            address.set({ new: null, for: null, to: null, show: null, page: null });
            void mutate();
          }}
        />
      )}
      {isSetting && <PolicyDialog onClose={() => setSetting(false)} />}
    </>
  );
}

function summary({ to_approve: waiting, overdue, running }: Counts, mayApprove: boolean): string {
  if (overdue > 0) return `${overdue.toLocaleString('en')} ${overdue === 1 ? 'access is' : 'accesses are'} still there after the end.`;
  if (mayApprove && waiting > 0) return `${waiting.toLocaleString('en')} ${waiting === 1 ? 'request waits' : 'requests wait'} for your decision.`;
  return running === 0
    ? 'No requested access is running.'
    : `${running.toLocaleString('en')} ${running === 1 ? 'access is' : 'accesses are'} running.`;
}

function columnsAt(now: number): GridColumn<AccessRequest>[] {
  return [
    {
      key: 'access',
      title: 'Access',
      width: 300,
      value: ({ identity, resource }) => `${identity.name} to ${resource.name}`,
      render: (row) => (
        <span className={styles.stack}>
          <strong>{`${row.identity.name} to ${row.resource.name}`}</strong>
          <small>{row.unit ? row.unit.action : row.steps}</small>
        </span>
      ),
    },
    { key: 'level', title: 'Level', value: accessText },
    {
      key: 'state',
      title: 'State',
      value: ({ state }) => STATES[state].label,
      render: (row) => (
        <span className={styles.stack}>
          <StatusTag tone={STATES[row.state].tone}>{STATES[row.state].label}</StatusTag>
          {moreText(row.more) !== '' && <small>More than was asked for</small>}
        </span>
      ),
    },
    { key: 'left', title: 'Time Left', width: 180, value: (row) => timeLeft(row, now) },
    { key: 'end', title: 'End', width: 200, value: endText },
    { key: 'tier', title: 'Tier', value: ({ tier }) => tier },
    { key: 'by', title: 'Asked By', width: 200, value: ({ asked_by: by }) => by },
    { key: 'reason', title: 'Reason', width: 260, value: ({ reason }) => reason },
    { key: 'decided', title: 'Decided By', value: ({ decided_by: by }) => by, isExtra: true },
    timeColumn({ key: 'asked', title: 'Asked', at: ({ asked_at: at }) => at }),
  ];
}
