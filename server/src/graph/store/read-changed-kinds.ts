import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { atEither, begunWithin, endedWithin, isIn, type Span } from './validity';
import { TENANT_WIDE, type SnapshotTable } from './snapshot-tables';

/** The attributes of entities by which queries commonly select them. */
export interface EntityKind {
  type: string;
  cloudType: string;
  accountId: string;
}

export type IdentityKind = Pick<EntityKind, 'type' | 'cloudType'>;

/** The kinds of everything that a span of snapshots changed. Anything of other kinds, and anything derived from other kinds only, is unchanged. */
export interface ChangedKinds {
  /** Entities that were added, removed or modified: their attributes, paths or resource class. */
  entities: EntityKind[];
  /** Identities whose paths changed: the principal classes that they have, or how they get them. */
  paths: IdentityKind[];
  /** Pairs of identity and resource with a changed path or edge between them. */
  access: { identity: IdentityKind; resource: EntityKind }[];
  /** A policy was added, removed or modified. */
  policies: boolean;
}

/** Returns the changed kinds; null: everything may have changed. A deleted source is gone with its history, so its changes are unknown. */
export async function readChangedKinds(tx: Tx, tenantId: string, span: Span): Promise<ChangedKinds | null> {
  const { since, until } = span;
  const wholes = await sql`
    select 1 from graph_snapshot where tenant_id = ${tenantId} and source_uid = ${TENANT_WIDE} and snapshot_id > ${since} and snapshot_id <= ${until} limit 1`.execute(
    tx,
  );
  if (wholes.rows.length > 0) return null;
  const changedRows = (table: SnapshotTable, columns: string): RawBuilder<unknown> => sql`
    select ${sql.raw(columns)} from ${sql.table(table)} t where ${endedWithin('t', tenantId, span)}
    union select ${sql.raw(columns)} from ${sql.table(table)} t where ${begunWithin('t', tenantId, span)}`;
  const entities = await sql<KindRow>`${changedRows('graph_entity', 't.type, t.cloud_type, t.account_id')}`.execute(tx);
  const policies = await sql`select 1 from (${changedRows('graph_policy', 't.policy_id')}) p limit 1`.execute(tx);
  const at = (table: string, columns: string[], where: RawBuilder<boolean>) => atEither(table, columns, { tenantId, span, where });
  const identitiesOf = (paths: string) =>
    at('graph_entity', ['profile_id', 'type', 'cloud_type'], isIn('profile_id', sql`select profile_id from ${sql.table(paths)}`));
  const access = await sql<AccessRow>`
    with edge as (${changedRows('graph_access', 't.pclass_id, t.type, t.cloud_type, t.account_id')}),
    changed_path as (${changedRows('graph_profile_class', 't.profile_id, t.pclass_id')}),
    path_holder as (select distinct p.pclass_id, e.type, e.cloud_type from changed_path p join ${identitiesOf('changed_path')} e using (profile_id)),
    edge_path as (select * from ${at('graph_profile_class', ['pclass_id', 'profile_id'], isIn('pclass_id', sql`select pclass_id from edge`))} p),
    edge_holder as (select distinct p.pclass_id, e.type, e.cloud_type from edge_path p join ${identitiesOf('edge_path')} e using (profile_id)),
    path_access as (
      select distinct a.pclass_id, a.type, a.cloud_type, a.account_id
      from ${at('graph_access', ['pclass_id', 'type', 'cloud_type', 'account_id'], isIn('pclass_id', sql`select pclass_id from path_holder`))} a)
    select r.type i_type, r.cloud_type i_cloud, edge.type, edge.cloud_type, edge.account_id from edge_holder r join edge using (pclass_id)
    union select g.type, g.cloud_type, path_access.type, path_access.cloud_type, path_access.account_id from path_holder g join path_access using (pclass_id)
    union select g.type, g.cloud_type, null, null, null from path_holder g`.execute(tx);
  return {
    entities: entities.rows.map(kindOf),
    paths: access.rows.flatMap((row) => (isOfResource(row) ? [] : [identityOf(row)])),
    access: access.rows.flatMap((row) => (isOfResource(row) ? [{ identity: identityOf(row), resource: kindOf(row) }] : [])),
    policies: policies.rows.length > 0,
  };
}

interface KindRow {
  type: string;
  cloud_type: string;
  account_id: string;
}

/** Without a resource, the paths of the identity itself changed. */
type AccessRow = { i_type: string; i_cloud: string } & (KindRow | Record<keyof KindRow, null>);

function isOfResource(row: AccessRow): row is AccessRow & KindRow {
  return row.type !== null;
}

function identityOf({ i_type: type, i_cloud: cloudType }: AccessRow): IdentityKind {
  return { type, cloudType };
}

function kindOf({ type, cloud_type: cloudType, account_id: accountId }: KindRow): EntityKind {
  return { type, cloudType, accountId };
}
