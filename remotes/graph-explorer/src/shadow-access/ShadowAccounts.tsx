import { useMemo, type ReactNode } from 'react';
import type { ShadowAccountRow } from '@cam/contracts';
import { callApi, notify, useAddress, useSession } from '@cam/platform';
import { DataGrid, type CellEdit, type GridColumn } from '@cam/ui';
import styles from '../explorer/explorer.module.css';
import { CountLink, ShowAsQuery } from '../explorer/ShowAsQuery';

const LONGEST_NAME = 200;

interface Props {
  isKnown: boolean;
  /** Returns all listed accounts. */
  query: string;
  rows: readonly ShadowAccountRow[];
  onNamed: () => void;
}

/**
 * Lists the accounts with access to another account. Connected and named accounts are known. Naming an account makes it known, and removing
 * the name makes it unknown again.
 */
export function ShadowAccounts({ isKnown, query, rows, onNamed }: Props): ReactNode {
  const { can } = useSession();
  const address = useAddress();
  const mayName = can('GENERAL');
  const columns = useMemo((): GridColumn<ShadowAccountRow>[] => {
    const name = async (text: string, { shadow_account_id: id }: ShadowAccountRow): Promise<void> => {
      await callApi(
        'PATCH /v1/tenants/set-shadow-account-name',
        { body: { account_id: id, account_name: text.trim() } },
        { toast: false, filtered: false },
      );
      notify.success(text.trim() === '' ? `Removed the name of ${id}` : `Named ${id} "${text.trim()}"`);
      onNamed();
    };
    const edit: CellEdit<ShadowAccountRow> | undefined = mayName
      ? {
          label: (row) => `Name of ${row.shadow_account_id}`,
          validate: (text, { connected }) => {
            if (connected) return 'This source is connected. Rename it in Sources.';
            return text.trim().length > LONGEST_NAME ? `Use at most ${LONGEST_NAME} characters.` : null;
          },
          save: name,
        }
      : undefined;
    const shadow = { key: 'shadow', title: 'Shadow Source' };
    const source: GridColumn<ShadowAccountRow>[] = isKnown
      ? [{ ...shadow, value: (row) => row.name, render: (row) => `${row.name} (${row.shadow_account_id})`, edit }]
      : [
          {
            key: 'name',
            title: 'Shadow Source Name',
            value: (row) => row.name,
            render: (row) => row.name || <span className={styles.unknown}>Unnamed</span>,
            edit,
          },
          { ...shadow, value: (row) => row.shadow_account_id },
        ];
    return [
      ...source,
      { key: 'target', title: 'Target Source', value: (row) => row.account_name },
      {
        key: 'resources',
        title: 'Resources Accessible',
        value: (row) => row.resources_available,
        render: (row) => (
          <CountLink
            count={row.resources_available}
            query={row.query}
            what={`resources of ${row.account_name} accessible to ${row.shadow_account_id}`}
          />
        ),
      },
    ];
  }, [mayName, isKnown, onNamed]);
  return (
    <DataGrid
      title="Total Access"
      rows={rows}
      rowKey={(row) => `${row.shadow_account_id} ${row.account_id}`}
      columns={columns}
      toolbar={<ShowAsQuery query={query} what={isKnown ? 'known sources' : 'unknown sources'} />}
      address={address}
      empty={
        isKnown
          ? { title: 'No known sources', text: 'No connected or named source has access to another source. Name an unknown source to list it here.' }
          : { title: 'No unknown sources', text: 'No unconnected account has access to your resources.' }
      }
    />
  );
}
