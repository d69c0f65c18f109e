import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { SOURCE_IDS, type Account, type Organization, type SourceCloud, type SourceProgress } from '@cam/contracts';
import { confirm, reloadTenant, useAddress, useSession } from '@cam/platform';
import { cloudName, DataGrid, EmptyState, LoadingState, PageHeader, TextDialog } from '@cam/ui';
import type { Edited } from '../editor/api';
import { SourceEditor } from '../editor/SourceEditor';
import { deleteOrganization, useOrganizations } from '../organizations/api';
import { foldersOf } from '../organizations/folders-of';
import { hierarchyTerms } from '../organizations/hierarchy-terms';
import { OrganizationTree } from '../organizations/OrganizationTree';
import { ScopeEditor } from '../organizations/ScopeEditor';
import organizationStyles from '../organizations/organizations.module.css';
import { useCorrelations } from '../correlated/api';
import { LinkDialog } from '../correlated/LinkDialog';
import { ProgressNotice } from '../progress/ProgressNotice';
import { useFirstSnapshots } from '../progress/use-first-snapshots';
import { useImportResult } from '../progress/use-import-result';
import { useProgress } from '../progress/use-progress';
import { TopRisks } from '../risks/TopRisks';
import { AddSource } from './AddSource';
import { deleteAccount, renameAccount, startRuns, mergedAccounts, useSourceLists } from './api';
import { ErrorsTable } from './ErrorsTable';
import { ImportDialog } from './ImportDialog';
import { sourceColumns } from './source-columns';
import type { SourceKind } from './source-kinds';
import { ALL, SourceTabs } from './SourceTabs';

/** Lists the sources of one kind, of one cloud or of one organization. The address holds the selection. */
export function SourcesPage({ kind }: { kind: SourceKind }): ReactNode {
  const [tab = '', named = ''] = (useParams()['*'] ?? '').split('/');
  const navigate = useNavigate();
  const address = useAddress();
  const { can, tenant } = useSession();
  const mayWrite = can('ACCOUNT');
  const [importing, setImporting] = useState(false);
  const [renaming, setRenaming] = useState<Account | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [scoped, setScoped] = useState<Organization | null>(null);
  const [linking, setLinking] = useState<{ uid: string; name: string } | null>(null);
  const lists = useSourceLists(kind.clouds);
  const { organizations, areKnown, reload: reloadOrganizations } = useOrganizations(kind.clouds);
  /** @param changed cloud whose list is reloaded; all lists without it */
  const reload = (changed?: SourceCloud): void => {
    lists.filter(({ cloud }) => changed === undefined || cloud === changed).forEach((list) => list.reload());
    reloadOrganizations();
  };
  // A snapshot may change the folders.
  const finished = (): void => {
    reload();
    void reloadTenant().catch(() => undefined);
  };
  const progress = useProgress(finished, edited !== null || scoped !== null);
  const { data, reload: reloadProgress } = progress;
  const changed = (cloud: string): void => {
    reload(cloud as SourceCloud);
    void reloadProgress();
  };
  const byUid = new Map(data?.sources.map((source) => [source.uid, source]));
  const progressOf = (uid: string): SourceProgress | undefined => byUid.get(uid);
  const awaitImport = useImportResult(progressOf, kind.path);
  useFirstSnapshots(data?.sources, mergedAccounts(lists) ?? [], kind.path);
  const correlations = useCorrelations(edited !== null || linking !== null);
  const correlated = correlations.areUsed ? { ...correlations, link: mayWrite ? setLinking : null } : null;

  const chosen = lists.filter(({ cloud }) => tab === '' || cloud === tab);
  const cloud = tab === '' ? null : (chosen[0]?.cloud ?? null);
  const organizationUid = cloud === null ? '' : named;
  const shownOrganizations = organizations.filter(
    ({ cloud_type: type, organization_uid: uid }) =>
      chosen.some((list) => list.cloud === type) && (organizationUid === '' || uid === organizationUid),
  );
  const own = organizationUid === '' ? null : new Set(shownOrganizations.flatMap(({ account_info: accounts }) => accounts.map(({ uid }) => uid)));
  const rows = mergedAccounts(chosen)?.filter(({ uid }) => own?.has(uid) ?? true);
  const assessed = rows?.find(({ account_id: id }) => id === address.get('risks'));
  const failed = chosen.find(({ error }) => error !== undefined);

  const remove = async (account: Account): Promise<void> => {
    const yes = await confirm({ message: `Delete the source ${account.account_name} and all its data?` });
    if (!yes) return;
    await deleteAccount(account).catch(() => undefined);
    changed(account.cloud_type);
  };
  const again = async (...accounts: Account[]): Promise<void> => {
    await startRuns(accounts.map(({ uid }) => uid)).catch(() => undefined);
    await reloadProgress();
  };
  const removeOrganization = async (organization: Organization): Promise<void> => {
    const yes = await confirm({ message: `Delete ${organization.organization_name}, its accounts and all their data?` });
    if (!yes) return;
    const isGone = await deleteOrganization(organization).then(
      () => true,
      () => false,
    );
    changed(organization.cloud_type);
    if (isGone && organizationUid !== '') void navigate(`${kind.path}/${organization.cloud_type}`);
  };
  const changesOf = (organization: Organization) => ({
    again: () => void again(...organization.account_info),
    scope: () => setScoped(organization),
    remove: () => void removeOrganization(organization),
  });
  // The connection of an account in an organization belongs to the organization.
  const open = ({ uid, root_uid: root, cloud_type: type }: Account): void =>
    setEdited({ cloud: type as SourceCloud, uid: root, isOrganization: root !== uid });
  const columns = sourceColumns({
    progressOf: ({ uid }) => progressOf(uid),
    open,
    showRisks: ({ account_id: id }) => address.set({ risks: id }),
    change: mayWrite ? { rename: setRenaming, again: (account) => void again(account), remove: (account) => void remove(account) } : null,
    idLabel: cloud && SOURCE_IDS[cloud].label,
    folders: cloud && { title: hierarchyTerms(cloud).folder, of: foldersOf(rows ?? [], tenant.sub_organization) },
    correlated,
  });
  const buttons = mayWrite ? (
    <AddSource
      clouds={kind.clouds}
      onImport={() => setImporting(true)}
      onConnect={(type) => setEdited({ cloud: type, uid: null, isOrganization: false })}
    />
  ) : undefined;
  const organizationPath = ({ cloud_type: type, organization_uid: uid }: Organization): string | null =>
    organizationUid === '' ? `${kind.path}/${type}/${uid}` : null;

  return (
    <>
      {cloud === null || organizationUid === '' ? (
        <PageHeader title={kind.title} text={kind.text} actions={buttons} />
      ) : (
        <PageHeader
          title={shownOrganizations[0]?.organization_name ?? 'Organization'}
          trail={[
            <Link key="all" to={kind.path}>
              {kind.title}
            </Link>,
            <Link key="cloud" to={`${kind.path}/${cloud}`}>
              {cloudName(cloud)}
            </Link>,
          ]}
          actions={buttons}
        />
      )}
      {organizationUid === '' && <SourceTabs kind={kind} lists={lists} chosen={tab === '' ? ALL : tab} />}
      <ProgressNotice progress={progress} />
      {shownOrganizations.length > 0 && (
        <div className={organizationStyles.organizations}>
          {shownOrganizations.map((organization) => (
            <OrganizationTree
              key={organization.organization_uid}
              organization={organization}
              path={organizationPath(organization)}
              progressOf={progressOf}
              open={() => setEdited({ cloud: organization.cloud_type as SourceCloud, uid: organization.organization_uid, isOrganization: true })}
              change={mayWrite ? changesOf(organization) : null}
              correlated={correlated}
            />
          ))}
        </div>
      )}
      {chosen.length === 0 ? (
        <EmptyState
          icon="cloud"
          title="No sources of this type"
          text="The address names an unknown provider. Choose one of the tabs above."
          action={<Link to={kind.path}>Show all sources</Link>}
        />
      ) : organizationUid !== '' && shownOrganizations.length === 0 ? (
        areKnown || failed ? (
          <EmptyState
            icon="cloud"
            title="Organization not found"
            text="It may have been deleted. Choose another one from the list."
            action={<Link to={kind.path}>{`All ${kind.title}`}</Link>}
          />
        ) : (
          <LoadingState label="Loading the organization" />
        )
      ) : (
        <DataGrid
          title="Sources"
          rows={rows}
          rowKey={(row) => row.uid}
          columns={columns}
          address={address}
          error={failed?.error ? { message: failed.error.userMessage, supportCode: failed.error.trackingId, retry: () => reload() } : null}
          empty={{
            title: 'No sources yet',
            text: mayWrite ? kind.empty : 'Ask an administrator of your tenant to add a source.',
            action: buttons,
          }}
        />
      )}
      <ErrorsTable messages={rows?.flatMap(({ uid }) => progressOf(uid)?.messages ?? []) ?? []} />
      {assessed && <TopRisks key={assessed.uid} account={assessed} onClose={() => address.set({ risks: null })} />}
      {importing && (
        <ImportDialog
          clouds={kind.clouds}
          first={cloud ?? kind.clouds[0]}
          onClose={() => setImporting(false)}
          onImported={(account) => {
            awaitImport(account);
            changed(account.cloud_type);
          }}
          onRefused={(account) => changed(account.cloud_type)}
        />
      )}
      {edited && (
        <SourceEditor
          edited={edited}
          viewOnly={!mayWrite}
          correlations={correlations}
          onClose={() => setEdited(null)}
          onSaved={(organization) => {
            changed(edited.cloud);
            setScoped(organization);
          }}
        />
      )}
      {scoped && (
        <ScopeEditor key={scoped.organization_uid} organization={scoped} onClose={() => setScoped(null)} onSaved={() => changed(scoped.cloud_type)} />
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
            changed(renaming.cloud_type);
          }}
        />
      )}
    </>
  );
}
