import type { ReactNode } from 'react';
import type { NameKind, RemoteOperation } from '@cam/contracts';
import { useAddress } from '@cam/platform';
import { DataGrid, type GridColumn } from '@cam/ui';
import { useOperations } from './api';

type Row = RemoteOperation['names'][number] & { area: string };

const KINDS: Record<NameKind, string> = { flags: 'Feature flag', rights: 'Right', parts: 'Part', menuGroups: 'Menu group' };

/** Lists the names that areas add to those of CAM, with the area that owns each and the areas that use it. */
export function NamesTab(): ReactNode {
  const { data, error, mutate } = useOperations();
  const columns: GridColumn<Row>[] = [
    { key: 'name', title: 'Name', value: ({ name }) => name, sortable: true },
    { key: 'kind', title: 'Kind', value: ({ kind }) => KINDS[kind], width: 130, sortable: true },
    { key: 'area', title: 'Owner', value: ({ area }) => area, sortable: true },
    { key: 'text', title: 'Meaning', value: ({ text }) => text },
    { key: 'used', title: 'Used by', value: ({ used_by }) => used_by.join(', ') },
  ];
  return (
    <DataGrid<Row>
      title="Names"
      rows={data?.remotes.flatMap(({ name: area, names }) => names.map((one) => ({ ...one, area })))}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      columns={columns}
      address={useAddress('names')}
      error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No names', text: 'Areas can declare feature flags, rights, parts and menu groups of their own. None does.' }}
    />
  );
}
