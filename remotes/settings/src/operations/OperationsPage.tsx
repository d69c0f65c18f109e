import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader, Tabs } from '@cam/ui';
import { AreasTab } from './AreasTab';
import { AuditTab } from './AuditTab';
import { FlagsTab } from './FlagsTab';
import { FreezesTab } from './FreezesTab';
import { NamesTab } from './NamesTab';

const TABS = ['areas', 'freezes', 'flags', 'names', 'audit'];

/** Shows the areas of the tenant with version, channel and state, its feature flags, and its audit log. */
export default function OperationsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <PageHeader title="Operations" text="Areas and feature flags of this tenant. Changes reach open consoles within two seconds." />
      <Tabs
        activeKey={TABS.find((tab) => tab === search.get('tab')) ?? 'areas'}
        onChange={(tab) => setSearch(tab === 'areas' ? {} : { tab })}
        items={[
          { key: 'areas', label: 'Areas', children: <AreasTab /> },
          { key: 'freezes', label: 'Freeze windows', children: <FreezesTab /> },
          { key: 'flags', label: 'Feature flags', children: <FlagsTab /> },
          { key: 'names', label: 'Names', children: <NamesTab /> },
          { key: 'audit', label: 'Audit log', children: <AuditTab /> },
        ]}
      />
    </>
  );
}
