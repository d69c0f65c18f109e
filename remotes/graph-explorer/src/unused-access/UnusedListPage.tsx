import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Api, UnusedItem } from '@cam/contracts';
import { LIST_RESET, downloadFile, Part, sortable, useAddress, useApi, useListAddress, useSession, useListViews } from '@cam/platform';
import { Alert, DataGrid, formatBadge, PageHeader, Radio, Switch, TabList, type GridColumn } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { DataDownloads } from '../downloads/DataDownloads';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { detailAddress, reportType, tabOf, typeOf, UNUSED_TABS, UNUSED_TYPES, type UnusedTab, type UnusedType } from './unused-views';
import { NotAssessedAccounts } from './NotAssessedAccounts';
import { PolicyCount } from './PolicyCount';
import { accountColumn, lastUsedColumn, nameColumn } from './unused-columns';
import styles from '../explorer/explorer.module.css';

type Sort = NonNullable<Api['GET /v1/graph-querymgr/unused-accesses']['query']['sorted_field']>;

/** The sort fields of the server, by column key. */
const SORTS: Readonly<Record<string, Sort>> = {
  name: 'name',
  source: 'source',
  policies: 'policies',
  roles: 'roles',
  identities: 'identities',
  lastUsed: 'last_used',
};

/** Lists the roles, identities, services and privileges that were not used for 90 days. */
export function UnusedListPage(): ReactNode {
  const address = useAddress();
  const chosen = typeOf(address.get('identity_type'));
  const tab = tabOf(address.get('tab'));
  // The tabs keep their counts while another tab loads. The grid makes the same call, so there is only one request.
  const request = useUnusedQuery(chosen.type, tab);
  const { search, sorted_field, sorted_asc, include_idle, show_excluded } = request.query;
  const criteria = {
    ...(search ? { search } : {}),
    ...(sorted_field ? { sorted_field, sorted_asc } : {}),
    ...(include_idle ? { include_idle } : {}),
  };
  const { data } = useApi('GET /v1/graph-querymgr/unused-accesses', request, {
    keepPreviousData: true,
    refreshInterval: pollWhileCounting,
  });
  const countOf = (type: UnusedType, request: string): number | null =>
    data?.top_level_count_for_unused_access.find((one) => one.identity_type === type && one.request_type === request)?.count ?? null;
  const labelOf = (one: UnusedTab): string => {
    const count = countOf(chosen.type, one.request);
    return `${chosen.many}${one.suffix}${count === null || data?.counted_at === null ? '' : ` (${formatBadge(count)})`}`;
  };
  return (
    <>
      <PageHeader
        title="Unused Access"
        text="Access held for 90 days and never used"
        actions={<Part id="reports.generate-button" props={{ type: reportType(chosen.type, tab), criteria }} fallback={null} />}
      />
      <CountingNotice answer={data} />
      {data?.usage_onboarding_in_progress && (
        <div className={styles.notice} role="status">
          <Alert
            type="info"
            showIcon
            title="Usage onboarding is in progress. Some logs are still being read, so unused access may turn out to be used."
          />
        </div>
      )}
      <Radio.Group
        optionType="button"
        aria-label="Identity type"
        value={chosen.type}
        options={UNUSED_TYPES.map(({ type, label }) => ({ value: type, label }))}
        onChange={({ target }) => address.set({ identity_type: String(target.value), tab: null, ...LIST_RESET })}
      />
      <TabList
        label="Views"
        chosen={tab.request}
        onChoose={(next) => address.set({ tab: next, ...LIST_RESET })}
        items={UNUSED_TABS.map((one) => ({ key: one.request, label: labelOf(one) }))}
      />
      <label className={styles.switch}>
        <Switch
          size="small"
          checked={request.query.include_idle === true}
          onChange={(all) => address.set({ idle: all ? 'all' : null, page: null })}
        />{' '}
        Include break-glass, service-linked and provider-managed{data && data.idle_count > 0 ? ` (${formatBadge(data.idle_count)} unused)` : ''}
      </label>
      {data && (data.excluded_count > 0 || show_excluded) && (
        <label className={styles.switch}>
          <Switch size="small" checked={show_excluded === true} onChange={(all) => address.set({ excluded: all ? 'shown' : null, page: null })} />{' '}
          Include {formatBadge(data.excluded_count)} excluded
        </label>
      )}
      <UnusedGrid key={`${chosen.type} ${tab.request}`} type={chosen.type} many={chosen.many} tab={tab} />
      {data && <NotAssessedAccounts accounts={data.not_assessed} />}
      {data && data.not_judged > 0 && (
        <p className={styles.unknown}>
          {data.not_judged} more could not be assessed. They are newer than 90 days, or the logs do not cover their access for 90 days.
        </p>
      )}
    </>
  );
}

/** Returns the request for a view, with the search, order and page of the address. */
function useUnusedQuery(type: UnusedType, tab: UnusedTab) {
  const { search, sort, page, pageSize } = useListAddress({ sorts: SORTS });
  const address = useAddress();
  const includesIdle = address.get('idle') === 'all';
  const includesExcluded = address.get('excluded') === 'shown';
  const filters = {
    ...(includesIdle ? { include_idle: true } : {}),
    ...(includesExcluded ? { show_excluded: true } : {}),
    ...(search ? { search } : {}),
    ...(sort ? { sorted_field: sort.field as Sort, sorted_asc: sort.ascending } : {}),
  };
  return { query: { identity_type: type, request_type: tab.request, ...filters, page_number: page, page_size: pageSize } };
}

function UnusedGrid({ type, many, tab }: { type: UnusedType; many: string; tab: UnusedTab }): ReactNode {
  const list = useListAddress({ sorts: SORTS });
  const views = useListViews();
  const request = useUnusedQuery(type, tab);
  const { data, error, isLoading, mutate } = useApi('GET /v1/graph-querymgr/unused-accesses', request, {
    keepPreviousData: true,
    refreshInterval: pollWhileCounting,
  });
  const columns = useColumns(type, tab, request.query.include_idle ? '?idle=all' : '');
  const { can } = useSession();
  const [excluding, setExcluding] = useState<readonly UnusedItem[]>([]);
  const mayExclude = tab.request === 'UNUSED_SUMMARY' && can('ALERTS') && can('GUARDRAIL');
  const { page_number: _page, page_size: _size, ...body } = request.query;
  const grid = (
    <DataGrid<UnusedItem>
      fits
      title={`${many}${tab.suffix}`}
      views={views}
      // Before the first count, an empty list would say that nothing is unused.
      rows={data?.counted_at === null ? undefined : data?.items}
      rowKey={(row) => `${row.uri} ${row.account_id} ${row.service} ${row.privilege}`}
      columns={columns}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={
        data && data.not_assessed.length > 0
          ? {
              title: 'Not assessed: no log',
              text: 'Access with a log of 90 days was used. The sources below have no such log, so their use is unknown.',
            }
          : { title: 'No unused access', text: 'All access with usage logs was used in the last 90 days.' }
      }
      toolbar={
        <>
          <ShowAsQuery query={data?.query ?? ''} what={many} />
          <DataDownloads title={`${many}${tab.suffix}`} what={{ view: 'UNUSED_ACCESS', criteria: body }} />
        </>
      }
      exportFile={(keys) => {
        return downloadFile('POST /v1/graph-querymgr/unused-accesses/report', { body: { ...body, columns: keys.join(',') } });
      }}
      actions={mayExclude ? [{ label: 'Exclude', run: setExcluding }] : []}
      paging={list.paging(data?.total ?? 0, isLoading)}
    />
  );
  return (
    <>
      {grid}
      {excluding.length > 0 && (
        <Part
          id="alerts.exclusion-dialog"
          props={{
            kind: 'UNUSED',
            findings: excluding.map(({ uri }) => ({ uri, referenceId: null })),
            onClose: () => setExcluding([]),
            onSaved: () => void mutate(),
          }}
          fallback={null}
        />
      )}
    </>
  );
}

/** @param suffix the query string of links to details */
function useColumns(type: UnusedType, tab: UnusedTab, suffix: string): GridColumn<UnusedItem>[] {
  return useMemo(() => sortable(SORTS, columnsOf(type, tab, suffix)), [type, tab, suffix]);
}

function columnsOf(type: UnusedType, tab: UnusedTab, suffix: string): GridColumn<UnusedItem>[] {
  if (tab.request !== 'UNUSED_SUMMARY') {
    const field = tab.request === 'UNUSED_BY_SERVICE_SUMMARY' ? 'service' : 'privilege';
    return [
      {
        key: field,
        title: field === 'service' ? 'Service' : 'Privilege',
        value: (row) => row[field],
        render: (row) => <Link to={detailAddress(type, tab, { name: row[field], uri: row.account_id }) + suffix}>{row[field]}</Link>,
      },
      accountColumn,
      ...(type === 'UNUSED_IDENTITY_WITHOUT_ROLE' ? [] : [{ key: 'roles', title: 'Roles', value: (row: UnusedItem) => row.roles_count }]),
      ...(type === 'UNUSED_ROLE' ? [] : [{ key: 'identities', title: 'Identities', value: (row: UnusedItem) => row.identities_count }]),
    ];
  }
  return [
    nameColumn((row) => detailAddress(type, tab, row) + suffix),
    accountColumn,
    { key: 'policies', title: 'Policies', value: (row) => row.policies_count, render: (row) => <PolicyCount item={row} /> },
    ...(type === 'UNUSED_IDENTITY' ? [{ key: 'roles', title: 'Roles', value: (row: UnusedItem) => row.roles_count }] : []),
    { key: 'policyAccount', title: 'Policy Account', value: (row) => row.policy_account_id },
    { key: 'scope', title: 'Scope', value: (row) => row.scope },
    { key: 'privileges', title: 'Sensitive Privileges', value: (row) => row.privileges_count },
    lastUsedColumn,
  ];
}
