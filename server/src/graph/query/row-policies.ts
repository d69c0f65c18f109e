import { printPolicyReference, type AccessRow, type PolicyReferenceParts } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { PolicyKind } from '../engine/source-facts';
import { ACCESS_WITH_GRANTS } from '../store/grants';
import { holds, isWithin, type QueryScope } from './bind-scope';

/** The most policies that one row names. Its explanation lists all. */
const MAX_POLICIES = 10;

interface Found {
  row: number | string;
  id: string;
  name: string;
  kind: PolicyKind | null;
  /** The cloud of the policy's source. */
  cloud: string | null;
}

/** Adds references to the granting policies to access rows. */
export async function withPolicies(tx: Tx, scope: QueryScope, rows: readonly AccessRow[]): Promise<AccessRow[]> {
  const pairs = rows.flatMap(({ identity_uri: identity, resource_uri: resource, change }, index) =>
    identity && resource && change !== 'DELETED' ? [{ row: index, identity, resource }] : [],
  );
  if (pairs.length === 0) return [...rows];
  const { rows: found } = await sql<Found>`
    select x.row, v.id, v.name, g.kind, g.cloud
    from json_to_recordset(${JSON.stringify(pairs)}::json) as x("row" int, identity text, resource text)
    cross join lateral (select e.profile_id from graph_entity e where ${holds('e', scope)} and e.uri = x.identity and e.profile_id is not null limit 1) i
    cross join lateral (select e.class_id from graph_entity e where ${holds('e', scope)} and e.uri = x.resource and e.class_id is not null limit 1) r
    cross join lateral (
      select distinct v ->> 'policy_id' id, v ->> 'policy_name' as name, a.source_uid
      from graph_profile_class p
      join ${ACCESS_WITH_GRANTS} a on a.pclass_id = p.pclass_id and a.class_id = r.class_id and ${holds('a', scope)}
      cross join lateral jsonb_array_elements(a.via) v
      where ${holds('p', scope)} and p.profile_id = i.profile_id and v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0
        and ${isWithin(sql`(v ->> 'policy_uri')`, scope)}
      order by 2, 1 limit ${MAX_POLICIES}) v
    left join lateral (
      select g.kind, s.cloud_type cloud from graph_policy g join graph_source s on s.tenant_id = g.tenant_id and s.source_uid = g.source_uid
      where ${holds('g', scope)} and g.policy_id = v.id and g.source_uid = v.source_uid limit 1) g on true
    order by x.row, v.name, v.id`.execute(tx);
  const byRow = new Map<number, string[]>();
  for (const policy of found) byRow.set(Number(policy.row), [...(byRow.get(Number(policy.row)) ?? []), printPolicyReference(referenceOf(policy))]);
  return rows.map((row, index) => ({ ...row, policies: byRow.get(index) ?? [] }));
}

/** A directory role is referenced by its directory; an assigned or bound role by its name. */
function referenceOf({ id, name, kind, cloud }: Found): PolicyReferenceParts {
  if (kind === 'admin_role') return { kind: 'IDP', of: cloud ?? '', id, title: name };
  return kind !== null && ROLES.includes(kind) ? { kind: 'ROLE', of: name, id, title: name } : { kind: 'LOOKUP', of: '', id, title: name };
}

const ROLES: readonly PolicyKind[] = ['azure_role_assignment', 'gcp_binding'];
