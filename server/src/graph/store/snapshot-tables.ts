import { createHash } from 'node:crypto';
import type { GraphRows } from '../evaluate/graph-rows';

/** A row without its interval. */
export type SnapshotRow = Record<string, unknown>;

/** What a snapshot holds in one table, and the columns by which a row stays the same row over snapshots. */
export interface TablePlan {
  table: 'graph_entity' | 'graph_edge' | 'graph_policy' | 'graph_profile_class' | 'graph_access';
  key: readonly string[];
  rows: SnapshotRow[];
}

export const SNAPSHOT_TABLES = ['graph_entity', 'graph_edge', 'graph_policy', 'graph_profile_class', 'graph_access'] as const;

/** The same text is kept once, under this. */
export function documentHash(document: string): string {
  return createHash('sha256').update(document).digest('base64url').slice(0, 22);
}

/** The evaluated graph of a source as rows of the tables. */
export function plansOf(tenantId: string, sourceUid: string, rows: GraphRows): TablePlan[] {
  const own = { tenant_id: tenantId, source_uid: sourceUid };
  return [
    {
      table: 'graph_entity',
      key: ['entity_id'],
      rows: rows.entities.map(({ entityId, entity, profileId, classId }) => ({
        ...own,
        entity_id: entityId,
        account_id: entity.accountId,
        cloud_type: entity.cloudType,
        region: entity.region,
        type: entity.type,
        uri: entity.uri,
        native_id: entity.nativeId,
        name: entity.name,
        is_identity: entity.isIdentity,
        is_resource: entity.isResource,
        profile_id: profileId,
        class_id: classId,
        attributes: entity.attributes,
      })),
    },
    {
      table: 'graph_edge',
      key: ['child_id', 'parent_id', 'kind'],
      rows: rows.relations.map(({ child, parent, kind, detail }) => ({
        ...own,
        child_id: child.nativeId,
        child_uri: child.uri ?? null,
        parent_id: parent.nativeId,
        parent_uri: parent.uri ?? null,
        kind,
        detail,
      })),
    },
    {
      table: 'graph_policy',
      key: ['policy_id', 'kind', 'holder_id'],
      rows: rows.policies.map(({ policyId, kind, holder, name, uri, document }) => ({
        ...own,
        policy_id: policyId,
        kind,
        holder_id: holder.nativeId,
        holder_uri: holder.uri ?? null,
        account_id: rows.accountId,
        name,
        uri,
        hash: documentHash(document),
      })),
    },
    {
      table: 'graph_profile_class',
      key: ['profile_id', 'pclass_id'],
      rows: rows.profileClasses.map(({ profileId, pclassId, hops, conditional }) => ({
        ...own,
        profile_id: profileId,
        pclass_id: pclassId,
        hops,
        depth: hops.length,
        conditional,
      })),
    },
    {
      table: 'graph_access',
      key: ['pclass_id', 'class_id'],
      rows: rows.access.map((row) => ({
        ...own,
        pclass_id: row.pclassId,
        class_id: row.classId,
        read_mode: row.read,
        write_mode: row.write,
        admin_mode: row.admin,
        via: row.via,
        actions: row.actions,
        actions_total: row.actionsTotal,
      })),
    },
  ];
}
