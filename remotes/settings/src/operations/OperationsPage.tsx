import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader, Tabs } from '@cam/ui';
import { AreasTab } from './AreasTab';
import { AuditTab } from './AuditTab';
import { FlagsTab } from './FlagsTab';

const TABS = ['areas', 'flags', 'audit'];

/** What this tenant runs: its areas with version, channel and state, its feature flags, and who changed what. */
export default function OperationsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <PageHeader title="Operations" text="What this tenant runs. Open consoles follow a change within two seconds." />
      <Tabs
        activeKey={TABS.find((tab) => tab === search.get('tab')) ?? 'areas'}
        onChange={(tab) => setSearch(tab === 'areas' ? {} : { tab })}
        items={[
          { key: 'areas', label: 'Areas', children: <AreasTab /> },
          { key: 'flags', label: 'Feature flags', children: <FlagsTab /> },
          { key: 'audit', label: 'Audit log', children: <AuditTab /> },
        ]}
      />
    </>
  );
}
