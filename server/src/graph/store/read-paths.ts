import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import { toGrantSource, type AccessMode, type GrantSource, type ProfileHop, type StoredGrant } from '../engine/grant';
import { ACCESS_WITH_GRANTS } from './grants';
import { PATHS_WITH_HOPS } from './hops';
import { holdsAt, type Moment } from './validity';

/** A path of an identity with the policy holder at its end: the identity itself or the assumed one. */
export interface StoredPath {
  pclassId: string;
  hops: ProfileHop[];
  conditional: boolean;
  holderUri: string;
}

/** Returns the paths of an identity, shortest first. */
export async function readPaths(
  tx: Tx,
  { tenantId, snapshotId }: Moment,
  identity: { uri: string; profileId: string | null },
): Promise<StoredPath[]> {
  if (identity.profileId === null) return [];
  const { rows } = await sql<Omit<StoredPath, 'holderUri'>>`
    select p.pclass_id "pclassId", p.hops, p.conditional from ${PATHS_WITH_HOPS} p
    where ${holdsAt('p', tenantId, snapshotId)} and p.profile_id = ${identity.profileId} order by p.depth, p.pclass_id`.execute(tx);
  return rows.map((path) => ({ ...path, holderUri: path.hops.at(-1)?.uri ?? identity.uri }));
}

/** Returns the paths of an identity that end in access to a resource class, shortest first. */
export async function readPathsTo(
  tx: Tx,
  { tenantId, snapshotId }: Moment,
  identity: { uri: string; profileId: string | null },
  classId: string | null,
): Promise<StoredPath[]> {
  if (identity.profileId === null || classId === null) return [];
  // Few of very many paths lead there, and only their hops are read.
  const { rows } = await sql<Omit<StoredPath, 'holderUri'>>`
    with reaching as materialized (
      select p.pclass_id, p.hops_id, p.depth, p.conditional from graph_profile_class p
      where ${holdsAt('p', tenantId, snapshotId)} and p.profile_id = ${identity.profileId}
        and p.pclass_id in (select a.pclass_id from graph_access a where ${holdsAt('a', tenantId, snapshotId)} and a.class_id = ${classId}))
    select r.pclass_id "pclassId", t.hops, r.conditional
    from reaching r join graph_hops t on t.tenant_id = ${tenantId} and t.hops_id = r.hops_id order by r.depth, r.pclass_id`.execute(tx);
  return rows.map((path) => ({ ...path, holderUri: path.hops.at(-1)?.uri ?? identity.uri }));
}

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** The stored grants of a principal class on a resource class. */
export interface StoredAccess {
  pclassId: string;
  /** The source whose policies grant it. */
  sourceUid: string;
  via: GrantSource[];
  /** Kinds of access of which something is unconditional. */
  always: AccessKind[];
  actions: string[];
  actionsTotal: number;
}

/** Returns the grants of the principal classes at the ends of paths on a resource class. */
export async function readAccess(
  tx: Tx,
  { tenantId, snapshotId }: Moment,
  pclassIds: readonly string[],
  classId: string | null,
): Promise<StoredAccess[]> {
  if (pclassIds.length === 0 || classId === null) return [];
  const { rows } = await sql<Omit<StoredAccess, 'via' | 'always'> & { via: StoredGrant[] } & Record<AccessKind, AccessMode>>`
    select a.pclass_id "pclassId", a.source_uid "sourceUid", a.via, a.actions, a.actions_total "actionsTotal",
      a.read_mode "READ", a.write_mode "WRITE", a.admin_mode "ADMIN"
    from ${ACCESS_WITH_GRANTS} a
    where ${holdsAt('a', tenantId, snapshotId)} and a.pclass_id in (${sql.join([...pclassIds])}) and a.class_id = ${classId}`.execute(tx);
  return rows.map(({ READ, WRITE, ADMIN, via, ...row }) => ({
    ...row,
    always: KINDS.filter((kind) => ({ READ, WRITE, ADMIN })[kind] === 2),
    via: via.map(toGrantSource),
  }));
}
