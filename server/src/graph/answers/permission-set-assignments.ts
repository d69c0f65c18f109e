import { sql, type RawBuilder } from 'kysely';
import { holdsAt } from '../store/validity';

const ASSIGNED = /^(arn:[^:]+:sso:::permissionSet\/.+)\/(\d{12})$/;

const KIND = 'federated_assignment';

/** Length of the suffix that IAM Identity Center adds to the names of its roles: `_` and 16 digits. */
const ROLE_SUFFIX = 17;

/** Returns the permission set and the account of an assignment of IAM Identity Center, as edits name them; null: the policy is something else. */
export function permissionSetOf(policyId: string): { role: string; scope: string } | null {
  const [, role, scope] = ASSIGNED.exec(policyId) ?? [];
  return role === undefined || scope === undefined ? null : { role, scope };
}

/** Returns the condition that rows of `graph_policy` are present assignments by which somebody signs in as a role. @param alias of the rows */
export function areSignIns(alias: string, tenantId: string): RawBuilder<boolean> {
  return sql<boolean>`(${holdsAt(alias, tenantId, null)} and ${sql.ref(`${alias}.kind`)} = ${sql.lit(KIND)})`;
}

/**
 * Returns the condition that an assignment is that of a permission set whose role in its account is an entity. Role names are unique in an account.
 * @param aliases of the rows of `graph_policy`, of `graph_document` and of `graph_entity`
 * @see IAM Identity Center User Guide, "Manage AWS accounts with permission sets"
 */
export function isRoleOfSet({ policy, document, role }: { policy: string; document: string; role: string }): RawBuilder<boolean> {
  // The database may test documents before policies, and those of other policies need not be JSON.
  const sure = sql`(case when ${sql.ref(`${policy}.kind`)} = ${sql.lit(KIND)} then ${sql.ref(`${document}.document`)} end)::jsonb`;
  const signIn = (field: string) => sql`${sure} #>> ${sql.lit(`{signIns,0,${field}}`)}::text[]`;
  return sql<boolean>`(${signIn('protocol')} = 'permission-set' and ${sql.ref(`${role}.type`)} = 'ROLE' and ${sql.ref(`${role}.account_id`)} = ${signIn('accountId')}
    and left(${sql.ref(`${role}.name`)}, -${sql.lit(ROLE_SUFFIX)}) = 'AWSReservedSSO_' || (${signIn('permissionSet')}))`;
}
