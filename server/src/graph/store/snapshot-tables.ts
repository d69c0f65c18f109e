import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ActionSet } from '../engine/action-sets';
import type { AccessRowRecord } from '../engine/graph-rows';
import type { Evaluation } from '../engine/evaluation';
import { sensitivityOf } from '../engine/sensitivity';
import { stableId } from '../engine/stable-id';
import type { ClassPath } from '../engine/paths';
import type { Profile } from '../engine/tenant-links';
import type { Entity } from '../engine/model';
import type { SourceFacts } from '../engine/source-facts';
import { marksOf, ROLE_GRANT_KINDS } from '../engine/grant-marks';
import { isShared } from '../engine/shared-scopes';
import { grantsOf, type SharedGrants } from './grants';
import { hopsIdOf } from './hops';
import type { GraphAccessTable, GraphActionSetTable, GraphEventTable } from './tables';
import type { UsageKinds } from '../engine/usage-kinds';

/** A row without its validity interval. */
export type SnapshotRow = Record<string, unknown>;

/** Tables whose rows are valid from one snapshot to another. */
export const SNAPSHOT_TABLES = [
  'graph_entity',
  'graph_edge',
  'graph_policy',
  'graph_usage',
  'graph_holder',
  'graph_step',
  'graph_outsider',
  'graph_scope',
  'graph_profile',
  'graph_profile_class',
  'graph_access',
] as const;

export type SnapshotTable = (typeof SNAPSHOT_TABLES)[number];

/** The columns that identify a row across snapshots, besides its source. */
export const KEYS: Record<SnapshotTable, readonly string[]> = {
  graph_entity: ['entity_id'],
  graph_edge: ['child_id', 'parent_id', 'kind'],
  graph_policy: ['policy_id', 'kind', 'holder_id'],
  graph_usage: ['identity_id', 'action', 'resource_id', 'day'],
  graph_holder: ['uri'],
  graph_step: ['child_uri', 'parent_uri', 'relation', 'group_uri'],
  graph_outsider: ['uri'],
  graph_scope: ['uri'],
  graph_profile: ['profile_id'],
  graph_profile_class: ['profile_id', 'pclass_id'],
  graph_access: ['pclass_id', 'class_id'],
};

/** The rows of a source in one table from the new snapshot on. */
export interface TablePlan {
  table: SnapshotTable;
  sourceUid: string;
  rows: SnapshotRow[];
  /** Existing rows that are missing from the plan stay valid. */
  keepsOthers?: boolean;
}

/** The source of rows that belong to no single source: profiles and external principals. */
export const TENANT_WIDE = '';

/** Returns the hash that identifies a document. Equal texts are stored once. */
export function documentHash(document: string): string {
  return createHash('sha256').update(document).digest('base64url').slice(0, 22);
}

/** Plans the facts of a source, except its entities, which also carry evaluation results. */
export function factPlans(
  tenantId: string,
  sourceUid: string,
  { accountId, relations, policies, usage }: SourceFacts,
  { kindOf, makes }: UsageKinds,
): TablePlan[] {
  const own = { tenant_id: tenantId, source_uid: sourceUid };
  return [
    {
      table: 'graph_edge',
      sourceUid,
      rows: relations.map(({ child, parent, kind, detail }) => ({
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
      sourceUid,
      rows: policies.map(({ policyId, kind, holder, name, uri, document }) => ({
        ...own,
        policy_id: policyId,
        kind,
        holder_id: holder.nativeId,
        holder_uri: holder.uri ?? null,
        account_id: accountId,
        name,
        uri,
        hash: documentHash(document),
      })),
    },
    {
      table: 'graph_usage',
      sourceUid,
      // A bundle contains only the days that its log still covers. Stored earlier days stay.
      keepsOthers: true,
      rows: usage.map(({ identity, action, resource, day, count, failures, lastAt, sourceIp, region, startedBy }) => ({
        ...own,
        identity_id: identity.nativeId,
        action,
        resource_id: resource?.nativeId ?? '',
        kind: kindOf(action),
        of_account: kindOf(action) !== null && (resource === null || makes(action)),
        day,
        count,
        failures,
        last_at: lastAt,
        source_ip: sourceIp,
        region,
        started_by: startedBy ?? {},
      })),
    },
  ];
}

/**
 * Plans the access that a source's policies grant.
 * @param policies policies of the source
 */
export function evaluationPlans(
  tenantId: string,
  sourceUid: string,
  { access, classOf, pclassOf, steps, externalPrincipals }: Evaluation,
  policies: SourceFacts['policies'],
): TablePlan[] {
  const own = { tenant_id: tenantId, source_uid: sourceUid };
  const places = placesOf(classOf);
  const marks = new Map<AccessRowRecord['via'], number>();
  const marksOfGrants = (via: AccessRowRecord['via']): number => {
    // Rows of resources that policies treat alike share their grants.
    const known = marks.get(via) ?? marksOf(via, roles);
    marks.set(via, known);
    return known;
  };
  const roles = new Set(policies.filter(({ kind }) => ROLE_GRANT_KINDS.includes(kind)).map(({ policyId }) => policyId));
  return [
    { table: 'graph_holder', sourceUid, rows: [...pclassOf].map(([uri, pclassId]) => ({ ...own, uri, pclass_id: pclassId })) },
    {
      table: 'graph_step',
      sourceUid,
      rows: steps.map(({ childUri, parent, relation, group, conditions }) => ({
        ...own,
        child_uri: childUri,
        parent_uri: parent.uri,
        relation,
        group_uri: group?.uri ?? '',
        parent,
        via_group: group,
        conditions,
      })),
    },
    { table: 'graph_outsider', sourceUid, rows: externalPrincipals.map((entity) => ({ ...own, uri: entity.uri, entity })) },
    {
      table: 'graph_access',
      sourceUid,
      rows: access.map((row) => ({
        ...own,
        pclass_id: row.pclassId,
        class_id: row.classId,
        ...(places.get(row.classId) ?? NOWHERE),
        read_mode: row.read,
        write_mode: row.write,
        admin_mode: row.admin,
        grants_id: grantsOf(row).id,
        marks: marksOfGrants(row.via),
        actions_total: row.actionsTotal,
        action_set: row.actionSet.id,
      })),
    },
  ];
}

/** Attributes that all resources of a class share. */
type Place = Pick<Selectable<GraphAccessTable>, 'type' | 'account_id' | 'cloud_type'>;

const NOWHERE: Place = { type: '', account_id: '', cloud_type: '' };

/** Returns these attributes per class, from the URI of one of its resources. */
function placesOf(classOf: Evaluation['classOf']): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [uri, classId] of classOf) {
    if (places.has(classId)) continue;
    const [, cloud = '', account = '', , type = ''] = uri.split(':');
    places.set(classId, { type, account_id: account, cloud_type: cloud });
  }
  return places;
}

/** Returns the log events of a source, without duplicates. */
export function eventRows(
  tenantId: string,
  sourceUid: string,
  { accountId, events }: SourceFacts,
  lettersOf: (name: string) => string,
): Omit<Selectable<GraphEventTable>, 'instance' | 'tells_place'>[] {
  return events.map(({ eventId, name, identity, session, action, resource, at, succeeded, sourceIp, userAgent, region, raw }) => ({
    tenant_id: tenantId,
    source_uid: sourceUid,
    account_id: accountId,
    event_id: eventId,
    name,
    identity_id: identity,
    session,
    action,
    letters: lettersOf(action),
    resource_id: resource ?? '',
    at,
    succeeded,
    source_ip: sourceIp,
    user_agent: userAgent,
    region,
    raw,
  }));
}

/** Returns the action sets of edges and their grants by id. */
export function actionSetsOf(access: readonly AccessRowRecord[]): Map<string, ActionSet> {
  const sets = new Map<string, ActionSet>();
  for (const { actionSet, via } of access) for (const set of [actionSet, ...via.map(({ actions }) => actions)]) sets.set(set.id, set);
  return sets;
}

/** Returns the grants of edges by their ids, as far as rows of edges refer to them. */
export function grantsOfRows(access: readonly AccessRowRecord[], rows: readonly SnapshotRow[]): Map<string, SharedGrants> {
  const wanted = new Set(rows.map(({ grants_id: id }) => String(id)));
  const found = new Map<string, SharedGrants>();
  for (const row of access) {
    const { id, via, actions } = grantsOf(row);
    if (wanted.has(id)) found.set(id, { via, actions });
  }
  return found;
}

/** Returns the rows of action sets. */
export function actionSetRows(
  tenantId: string,
  sets: readonly ActionSet[],
  lettersOf: (name: string) => string,
): Pick<Selectable<GraphActionSetTable>, 'tenant_id' | 'set_id' | 'actions'>[] {
  return sets.map(({ id, names }) => ({
    tenant_id: tenantId,
    set_id: id,
    actions: Object.fromEntries(names.map((name) => [name, lettersOf(name)])),
  }));
}

/** Plans the entities of a source with the results of evaluation and linking. */
export function entityPlan(
  tenantId: string,
  sourceUid: string,
  entities: readonly Entity[],
  found: Pick<Evaluation, 'classOf' | 'attributes'>,
  profileOf: ReadonlyMap<string, string>,
): TablePlan {
  return {
    table: 'graph_entity',
    sourceUid,
    rows: entities.map((entity) => ({
      tenant_id: tenantId,
      source_uid: sourceUid,
      // A shared scope stays the same entity, whichever source represents it.
      entity_id: stableId('entity', isShared(entity) ? TENANT_WIDE : sourceUid, entity.uri),
      account_id: entity.accountId,
      cloud_type: entity.cloudType,
      region: entity.region,
      type: entity.type,
      uri: entity.uri,
      native_id: entity.nativeId,
      name: entity.name,
      is_identity: entity.isIdentity,
      is_resource: entity.isResource,
      profile_id: entity.isIdentity ? (profileOf.get(entity.uri) ?? null) : null,
      class_id: found.classOf.get(entity.uri) ?? null,
      attributes: { ...sensitivityOf(entity), ...entity.attributes, ...found.attributes.get(entity.uri) },
    })),
  };
}

export function profileRows(tenantId: string, profiles: readonly Pick<Profile, 'profileId' | 'hash'>[]): SnapshotRow[] {
  return profiles.map(({ profileId, hash }) => ({ tenant_id: tenantId, source_uid: TENANT_WIDE, profile_id: profileId, hash }));
}

/** Returns the rows of the profiles' paths. */
export function profilePathRows(tenantId: string, profiles: readonly { profileId: string; paths: readonly ClassPath[] }[]): SnapshotRow[] {
  return profiles.flatMap(({ profileId, paths }) =>
    paths.map(({ pclassId, hops, conditional }) => ({
      tenant_id: tenantId,
      source_uid: TENANT_WIDE,
      profile_id: profileId,
      pclass_id: pclassId,
      hops_id: hopsIdOf(hops),
      depth: hops.length,
      conditional,
    })),
  );
}
