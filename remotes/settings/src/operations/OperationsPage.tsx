import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader, Tabs } from '@cam/ui';
import { AreasTab } from './AreasTab';
import { FlagsTab } from './FlagsTab';

/** What this tenant runs: its areas with version, channel and state, and its feature flags. */
export default function OperationsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <PageHeader title="Operations" text="What this tenant runs. Open consoles follow a change within two seconds." />
      <Tabs
        activeKey={search.get('tab') === 'flags' ? 'flags' : 'areas'}
        onChange={(tab) => setSearch(tab === 'areas' ? {} : { tab })}
        items={[
          { key: 'areas', label: 'Areas', children: <AreasTab /> },
          { key: 'flags', label: 'Feature flags', children: <FlagsTab /> },
        ]}
      />
    </>
  );
}
