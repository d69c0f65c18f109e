import type { ReactNode } from 'react';
import { LIST_RESET, useAddress, useApi } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader, typeNamePlural } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { EntityList } from '../explorer/EntityList';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { SummaryGrid } from '../explorer/SummaryGrid';
import { TypeTabs } from '../explorer/TypeTabs';
import { useView, ViewSwitch } from '../explorer/ViewSwitch';

/** Lists the network resources of each type, as totals by source or one by one. Starts with virtual networks. */
export default function NetworksPage(): ReactNode {
  const address = useAddress();
  const view = useView('list');
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/networks',
    { query: { type: address.get('type') || 'VPC' } },
    { refreshInterval: pollWhileCounting, keepPreviousData: true },
  );
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading networks" shape="page" />;
  const chosen = data.network_count.find(({ type }) => type === address.get('type')) ?? data.network_count[0];
  if (!chosen) return null;
  const toolbar = <ViewSwitch view={view} list={`All ${typeNamePlural(chosen.type)}`} />;
  return (
    <>
      <PageHeader title="Networks" text="Virtual networks, subnets, route tables, security groups and instances across all sources" />
      <CountingNotice answer={data} />
      <TypeTabs
        tabs={data.network_count}
        chosen={chosen.type}
        onChoose={(type) => address.set({ ...LIST_RESET, type, view: view === 'sources' ? 'sources' : null, source: null })}
      />
      {view === 'sources' ? (
        <SummaryGrid
          type={chosen.type}
          rows={isLoading ? undefined : data.network_summary_info.filter(({ type }) => type === chosen.type)}
          toolbar={
            <>
              {toolbar}
              <ShowAsQuery query={chosen.query} what={typeNamePlural(chosen.type)} />
            </>
          }
          onOpen={(source) => address.set({ type: chosen.type, source, view: null, page: null })}
        />
      ) : (
        <EntityList key={chosen.type} kind="networks" type={chosen.type} types={[chosen.type]} toolbar={toolbar} />
      )}
    </>
  );
}
