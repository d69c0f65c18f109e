import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isConnectable, SOURCE_IDS, type Account, type Organization, type SourceCloud } from '@cam/contracts';
import { confirm, useAddress, useSession } from '@cam/platform';
import { Button, CloudLogo, cloudName, DataGrid, Dropdown, EmptyState, formatCount, Icon, PageHeader, Tabs, TextDialog } from '@cam/ui';
import type { Edited } from '../editor/api';
import { SourceEditor } from '../editor/SourceEditor';
import { deleteOrganization, useOrganizations } from '../organizations/api';
import { OrganizationTree } from '../organizations/OrganizationTree';
import { ScopeEditor } from '../organizations/ScopeEditor';
import organizationStyles from '../organizations/organizations.module.css';
import { useCorrelations } from '../correlated/api';
import { LinkDialog } from '../correlated/LinkDialog';
import { ProgressNotice } from '../progress/ProgressNotice';
import { useProgress } from '../progress/use-progress';
import { deleteAccount, renameAccount, runAgain, useSourceLists, type SourceList } from './api';
import { ErrorsTable } from './ErrorsTable';
import { ImportDialog } from './ImportDialog';
import { sourceColumns } from './source-columns';
import type { SourceKind } from './source-kinds';
import styles from './sources.module.css';

const ALL = 'all';

/** The sources of one kind, all together or those of one cloud: the tab stands in the address. */
export function SourcesPage({ kind }: { kind: SourceKind }): ReactNode {
  const tab = (useParams()['*'] ?? '').split('/')[0] || ALL;
  const navigate = useNavigate();
  const address = useAddress();
  const { can } = useSession();
  const mayWrite = can('ACCOUNT');
  const [importing, setImporting] = useState(false);
  const [renaming, setRenaming] = useState<Account | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const lists = useSourceLists(kind.clouds);
  const [scoped, setScoped] = useState<Organization | null>(null);
  const { organizations, reload: reloadOrganizations } = useOrganizations(kind.clouds);
  const reload = (): void => {
    lists.forEach((list) => list.reload());
    reloadOrganizations();
  };
  const progress = useProgress(reload, edited !== null || scoped !== null);
  const { data, reload: reloadProgress } = progress;
  const sources = data?.sources ?? [];
  const correlations = useCorrelations();
  const [linking, setLinking] = useState<{ uid: string; name: string } | null>(null);

  const chosen = lists.filter(({ cloud }) => tab === ALL || cloud === tab);
  const cloud = chosen.length === 1 && tab !== ALL ? (tab as SourceCloud) : null;
  const rows = together(chosen);
  const failed = chosen.find(({ error }) => error !== undefined);
  const uids = new Set(rows?.map(({ uid }) => uid));

  const remove = async (account: Account): Promise<void> => {
    const yes = await confirm({ message: `Delete the source ${account.account_name} with everything that came from it?` });
    if (!yes) return;
    await deleteAccount(account).catch(() => undefined);
    reload();
    await reloadProgress();
  };
  const again = async ({ uid }: Account): Promise<void> => {
    await runAgain(uid).catch(() => undefined);
    await reloadProgress();
  };
  const removeOrganization = async (organization: Organization): Promise<void> => {
    const yes = await confirm({ message: `Delete ${organization.organization_name}, its accounts and everything that came from them?` });
    if (!yes) return;
    await deleteOrganization(organization).catch(() => undefined);
    reload();
    await reloadProgress();
  };
  // An account of an organization is connected by that.
  const open = ({ uid, root_uid: root, cloud_type: type }: Account): void =>
    setEdited({ cloud: type as SourceCloud, uid: root, isOrganization: root !== uid });
  const correlated = correlations.areUsed ? { ...correlations, link: mayWrite ? setLinking : null } : null;
  const columns = sourceColumns({
    progressOf: ({ uid }) => sources.find((source) => source.uid === uid),
    open,
    change: mayWrite ? { rename: setRenaming, again: (account) => void again(account), remove: (account) => void remove(account) } : null,
    idLabel: cloud && SOURCE_IDS[cloud].label,
    correlated,
  });
  const shownOrganizations = (organizations ?? []).filter(({ cloud_type: type }) => tab === ALL || type === tab);
  const connectable = kind.clouds.filter((candidate) => isConnectable(candidate));
  const buttons = mayWrite ? (
    <span className={styles.buttons}>
      <Button type={connectable.length > 0 ? 'default' : 'primary'} icon={<Icon name="upload" />} onClick={() => setImporting(true)}>
        Import
      </Button>
      {connectable.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: connectable.map((key) => ({ key, label: <CloudChoice cloud={key} /> })),
            onClick: ({ key }) => setEdited({ cloud: key as SourceCloud, uid: null, isOrganization: false }),
          }}
        >
          <Button type="primary" icon={<Icon name="add" />}>
            Add Source
          </Button>
        </Dropdown>
      )}
    </span>
  ) : undefined;

  return (
    <>
      <PageHeader title={kind.title} text={kind.text} actions={buttons} />
      <Tabs
        activeKey={chosen.length > 0 ? tab : ''}
        animated={false}
        items={[
          { key: ALL, label: <TabLabel name="All" lists={lists} /> },
          ...lists.map((list) => ({ key: list.cloud, label: <TabLabel name={cloudName(list.cloud)} lists={[list]} /> })),
        ]}
        onChange={(key) => void navigate(key === ALL ? kind.path : `${kind.path}/${key}`)}
      />
      <ProgressNotice progress={progress} />
      {shownOrganizations.length > 0 && (
        <div className={organizationStyles.organizations}>
          {shownOrganizations.map((organization) => (
            <OrganizationTree
              key={organization.organization_uid}
              organization={organization}
              progressOf={(uid) => [...sources, ...(data?.organization_sources ?? [])].find((source) => source.uid === uid)}
              open={() => setEdited({ cloud: organization.cloud_type as SourceCloud, uid: organization.organization_uid, isOrganization: true })}
              change={mayWrite ? { scope: () => setScoped(organization), remove: () => void removeOrganization(organization) } : null}
              correlated={correlated}
            />
          ))}
        </div>
      )}
      {chosen.length === 0 ? (
        <EmptyState
          icon="cloud"
          title="There are no sources of this kind"
          text="Choose one of the tabs above."
          action={<Link to={kind.path}>All</Link>}
        />
      ) : (
        <DataGrid
          title="Sources"
          rows={rows}
          rowKey={(row) => row.uid}
          columns={columns}
          address={address}
          error={failed?.error ? { message: failed.error.userMessage, supportCode: failed.error.trackingId, retry: reload } : null}
          empty={{
            title: 'No sources yet',
            text: mayWrite ? kind.empty : 'An administrator of your tenant can add them here.',
            action: buttons,
          }}
        />
      )}
      <ErrorsTable messages={sources.filter(({ uid }) => uids.has(uid)).flatMap(({ messages }) => messages)} />
      {importing && (
        <ImportDialog
          clouds={kind.clouds}
          first={cloud ?? kind.clouds[0]}
          onClose={() => setImporting(false)}
          onImported={() => {
            reload();
            void reloadProgress();
          }}
        />
      )}
      {edited && (
        <SourceEditor
          edited={edited}
          viewOnly={!mayWrite}
          correlations={correlations}
          onClose={() => setEdited(null)}
          onSaved={(organization) => {
            reload();
            void reloadProgress();
            setScoped(organization);
          }}
        />
      )}
      {scoped && (
        <ScopeEditor
          key={scoped.organization_uid}
          organization={scoped}
          onClose={() => setScoped(null)}
          onSaved={() => {
            reload();
            void reloadProgress();
          }}
        />
      )}
      {linking && <LinkDialog {...linking} correlations={correlations} onClose={() => setLinking(null)} />}
      {renaming && (
        <TextDialog
          key={renaming.uid}
          title="Rename the source"
          okText="Save"
          fields={[{ name: 'name', label: 'Unique Name', initial: renaming.account_name, maxLength: 200 }]}
          onClose={() => setRenaming(null)}
          onSubmit={async ({ name = '' }) => {
            await renameAccount(renaming.uid, name);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The sources of several lists by name; undefined until all are known. */
function together(lists: readonly SourceList[]): Account[] | undefined {
  if (lists.some(({ accounts }) => accounts === undefined)) return undefined;
  return lists.flatMap(({ accounts }) => accounts ?? []).sort((a, b) => a.account_name.localeCompare(b.account_name));
}

function CloudChoice({ cloud }: { cloud: SourceCloud }): ReactNode {
  return (
    <span className={styles.source}>
      <CloudLogo cloud={cloud} />
      {cloudName(cloud)}
    </span>
  );
}

function TabLabel({ name, lists }: { name: string; lists: readonly SourceList[] }): ReactNode {
  const rows = together(lists);
  return (
    <span className={styles.tab}>
      {name}
      {rows && <span className={styles.count}>{formatCount(rows.length)}</span>}
    </span>
  );
}
