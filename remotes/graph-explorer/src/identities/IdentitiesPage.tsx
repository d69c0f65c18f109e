import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LIST_RESET, useAddress, useApi, useFilterReset, useFlag } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader, typeNamePlural } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { EntityList } from '../explorer/EntityList';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { SUMMARY_RESET, SummaryGrid } from '../explorer/SummaryGrid';
import { TypeTabs } from '../explorer/TypeTabs';
import { useView, ViewSwitch } from '../explorer/ViewSwitch';
import { PEOPLE_ADDRESS } from '../people/person-address';
import { foldedTypes, typesOfTab } from './folded-types';

/** Lists the identities of each type, as totals by source or one by one. */
export default function IdentitiesPage(): ReactNode {
  const address = useAddress();
  const isFederatedShown = useFlag('UI_FEDERATED_IDENTITIES');
  useFilterReset(() => address.set({ ...LIST_RESET, ...SUMMARY_RESET, type: null, view: null, source: null }, { replace: true }));
  const view = useView('sources');
  // A large tenant has too many rows for one screen, so the totals are loaded for one tab at a time.
  const type = typesOfTab(address.get('type') || 'USER', isFederatedShown).join(',');
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/identity',
    { query: { type } },
    { refreshInterval: pollWhileCounting, keepPreviousData: true },
  );
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading identities" shape="page" />;
  const tabs = foldedTypes(data.identity_count, isFederatedShown);
  const chosen = tabs.find((tab) => tab.type === address.get('type')) ?? tabs[0];
  if (!chosen) return null;
  return (
    <>
      <PageHeader
        title="Identities"
        text="Users, groups, roles and service accounts across all sources, with the objects they can access and use"
        actions={<Link to={PEOPLE_ADDRESS}>People</Link>}
      />
      <CountingNotice answer={data} />
      <TypeTabs
        tabs={tabs}
        chosen={chosen.type}
        onChoose={(next) => address.set({ ...LIST_RESET, type: next, view: view === 'list' ? 'list' : null, source: null })}
      />
      {view === 'sources' ? (
        <SummaryGrid
          type={chosen.type}
          rows={isLoading ? undefined : data.identity_summary_info.filter((row) => chosen.types.includes(row.type))}
          toolbar={
            <>
              <ViewSwitch view={view} list={`All ${typeNamePlural(chosen.type)}`} />
              <ShowAsQuery query={chosen.query} what={typeNamePlural(chosen.type)} />
            </>
          }
          onOpen={(source) => address.set({ type: chosen.type, source, view: null, page: null })}
        />
      ) : (
        <EntityList
          key={chosen.type}
          kind="identities"
          type={chosen.type}
          types={chosen.types}
          toolbar={<ViewSwitch view={view} list={`All ${typeNamePlural(chosen.type)}`} />}
        />
      )}
    </>
  );
}
