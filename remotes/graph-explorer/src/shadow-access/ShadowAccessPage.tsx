import { type ReactNode } from 'react';
import { LIST_RESET, useAddress, useApi } from '@cam/platform';
import { ErrorState, formatBadge, LoadingState, PageHeader, TabList } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { ShadowAccounts } from './ShadowAccounts';
import { ShadowNetworks } from './ShadowNetworks';

const TABS = [
  { key: 'SHADOW_UNKNOWN_ACCOUNT', label: 'Unknown Sources' },
  { key: 'SHADOW_KNOWN_ACCOUNT', label: 'Known Sources' },
  { key: 'SHADOW_KNOWN_NETWORK', label: 'Shadow Networks' },
] as const;

/** Lists the access of unconnected accounts and of external networks. */
export default function ShadowAccessPage(): ReactNode {
  const address = useAddress();
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/shadow-access', {}, { refreshInterval: pollWhileCounting });
  const { key } = TABS.find((tab) => tab.key === address.get('type')) ?? TABS[0];
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading shadow access" shape="page" />;
  return (
    <>
      <PageHeader title="Shadow Access" text="Access between accounts, and from external networks" />
      <CountingNotice answer={data} />
      <TabList
        label="Views"
        chosen={key}
        onChoose={(type) => address.set({ ...LIST_RESET, type })}
        items={TABS.map((tab) => ({ key: tab.key, label: `${tab.label} (${formatBadge(data.totals[tab.key])})` }))}
      />
      {key === 'SHADOW_KNOWN_NETWORK' ? (
        <ShadowNetworks rows={data.shadow_network} query={data.queries.SHADOW_KNOWN_NETWORK} />
      ) : (
        <ShadowAccounts
          key={key}
          query={data.queries[key]}
          isKnown={key === 'SHADOW_KNOWN_ACCOUNT'}
          rows={key === 'SHADOW_KNOWN_ACCOUNT' ? data.known_account : data.unknown_account}
          onNamed={() => void mutate()}
        />
      )}
    </>
  );
}
