import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';

/** A management group, folder or organizational unit, as sources list it. */
export interface SourceFolder {
  cloudType: string;
  /** The provider's id: the lower-case name of a management group, `folders/1` for a folder, `ou-1` for a unit. */
  id: string;
  name: string;
  /** The parent folder; null: none. */
  parent: string | null;
  /** Ids of the accounts, subscriptions and projects directly inside. */
  accounts: string[];
}

interface ReportedScope {
  cloud_type: string;
  account_id: string;
  native_id: string;
  name: string;
  kind: string;
  /** The last part of the URI. */
  id: string;
}

const FOLDERS: ReadonlySet<string> = new Set(['management group', 'folder', 'organizational unit']);

/** Returns the folders above accounts that sources list now. The organization itself (its root, or the root management group) is left out. */
export async function readFolders(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<SourceFolder[]> {
  if (sourceUids.length === 0) return [];
  const reported = new Map((await readReportedScopes(tx, tenantId, sourceUids)).map((one) => [one.native_id, one]));
  const folders = new Map<string, SourceFolder>();
  for (const [nativeId, { cloud_type: cloudType, account_id: account, id, name, kind }] of reported) {
    if (FOLDERS.has(kind) && id !== account) folders.set(nativeId, { cloudType, id, name, parent: null, accounts: [] });
  }
  for (const { child_id: childId, parent_id: parentId } of await readContained(tx, tenantId, sourceUids, [...folders.keys()])) {
    const [parent, child] = [folders.get(parentId) as SourceFolder, folders.get(childId)];
    if (child) child.parent ??= parent.id;
    else {
      const account = accountOf(childId, reported.get(childId));
      if (account !== null && !parent.accounts.includes(account)) parent.accounts.push(account);
    }
  }
  return [...folders.values()];
}

/** Azure and Google Cloud sources share scopes; for AWS, the accounts that list the organization provide them. */
async function readReportedScopes(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<ReportedScope[]> {
  const { rows } = await sql<Omit<ReportedScope, 'id'> & { uri: string }>`
    select distinct on (native_id) * from (
      select entity ->> 'cloudType' cloud_type, entity ->> 'accountId' account_id, entity ->> 'nativeId' native_id, entity ->> 'name' name,
        entity -> 'attributes' ->> 'scopekind' kind, uri, source_uid
      from graph_scope where tenant_id = ${tenantId} and valid_to is null and source_uid in (${sql.join([...sourceUids])})
      union all
      select cloud_type, account_id, native_id, name, attributes ->> 'scopekind', uri, source_uid
      from graph_entity where tenant_id = ${tenantId} and valid_to is null and source_uid in (${sql.join([...sourceUids])})
        and type = 'SCOPE' and cloud_type = 'AWS'
    ) reported order by native_id, source_uid`.execute(tx);
  return rows.map(({ uri, ...reported }) => ({ ...reported, id: idOf(uri) }));
}

async function readContained(
  tx: Tx,
  tenantId: string,
  sourceUids: readonly string[],
  parents: readonly string[],
): Promise<{ child_id: string; parent_id: string }[]> {
  if (parents.length === 0) return [];
  return tx
    .selectFrom('graph_edge')
    .select(['child_id', 'parent_id'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    .where('kind', '=', 'contains')
    .where('parent_id', 'in', [...parents])
    .where('source_uid', 'in', [...sourceUids])
    .orderBy('parent_id')
    .orderBy('child_id')
    .execute();
}

/** Returns the folder id: `work` for `managementGroups/work`; `folders/1` and `ou-1` stay as they are. */
function idOf(uri: string): string {
  return decodeURIComponent(uri.split(':').at(-1) ?? '').replace(/^managementGroups\//, '');
}

/** Returns the account with a native id; null: the id belongs to something else. */
function accountOf(nativeId: string, reported: ReportedScope | undefined): string | null {
  if (reported?.kind === 'account') return reported.id;
  return /^(?:\/subscriptions|projects)\/([^/]+)$/.exec(nativeId)?.[1] ?? null;
}
