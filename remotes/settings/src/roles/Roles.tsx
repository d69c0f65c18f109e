import { useState, type ReactNode } from 'react';
import type { Role } from '@cam/contracts';
import { useApi, useSession } from '@cam/platform';
import { Button, DataGrid, formatCount, timeColumn, type GridColumn } from '@cam/ui';
import { TabIntro } from '../TabIntro';
import { RoleDrawer } from './RoleDrawer';
import { rightText } from './role-fields';
import styles from './roles.module.css';

/** Stands for the role that is being created. */
const NEW = '';

/** Lists the roles of the tenant, and creates, changes and deletes them. */
export function Roles(): ReactNode {
  const { tenant } = useSession();
  const { data, error, mutate } = useApi('GET /v1/roles', {}, { filtered: false });
  const [openId, setOpenId] = useState<string | null>(null);
  const open = data?.roles.find(({ role_id: id }) => id === openId) ?? null;
  const names = new Map(tenant.account_info.map(({ account_id: id, account_name: name }) => [id, name]));
  const close = (): void => setOpenId(null);
  return (
    <section className={styles.roles} aria-label="Roles">
      <TabIntro
        actions={
          <Button type="primary" disabled={!data} onClick={() => setOpenId(NEW)}>
            Create role
          </Button>
        }
      >
        A role gives people and groups rights, in some accounts or in all. Roles add to the rights that users bring from the identity platform.
        Changes take effect with the next call of each member.
      </TabIntro>
      <DataGrid<Role>
        title="Roles"
        rows={data?.roles}
        rowKey={({ role_id: id }) => id}
        columns={columns(setOpenId, names)}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No roles', text: 'Create a role to let a team work in its accounts only.' }}
      />
      {data && openId !== null && (open !== null || openId === NEW) && (
        <RoleDrawer
          key={openId}
          role={open}
          grantable={data.grantable}
          onClose={close}
          onChanged={() => {
            close();
            void mutate();
          }}
        />
      )}
    </section>
  );
}

function columns(open: (id: string) => void, names: ReadonlyMap<string, string>): GridColumn<Role>[] {
  const nameOf = (id: string): string => names.get(id) ?? id;
  return [
    {
      key: 'name',
      title: 'Name',
      width: 150,
      value: ({ name }) => name,
      render: ({ name, role_id: id }) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(id)}>
          {name}
        </Button>
      ),
    },
    { key: 'description', title: 'Description', width: 190, value: ({ description }) => description },
    { key: 'rights', title: 'Rights', width: 220, value: ({ rights }) => rights.map(rightText).join('; ') },
    { key: 'accounts', title: 'Accounts', width: 130, value: ({ accounts }) => (accounts.length === 0 ? 'All' : accounts.map(nameOf).join(', ')) },
    {
      key: 'members',
      title: 'Members',
      value: ({ members }) => members.length,
      text: ({ members }) => formatCount(members.length),
    },
    { key: 'kind', title: 'Kind', value: ({ built_in: isBuiltIn }) => (isBuiltIn ? 'Built in' : 'Own') },
    timeColumn({ key: 'changed', title: 'Changed', at: ({ changed_time: at }) => at }),
  ];
}
