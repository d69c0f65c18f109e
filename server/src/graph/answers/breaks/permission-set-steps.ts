import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { GrantSource } from '../../engine/grant';
import { holdsAt } from '../../store/validity';
import { areSignIns, isRoleOfSet } from '../permission-set-assignments';
import type { Step } from './ways';

/**
 * Returns the assignments of IAM Identity Center by which its users and groups sign in as the roles of permission sets, as grants of these steps. The graph
 * stores no access to such a role.
 */
export async function readPermissionSetSteps(tx: Tx, tenantId: string, steps: readonly Step[]): Promise<(Step & { grant: GrantSource })[]> {
  const asked = steps.filter(({ by }) => mayBeOfCenter(by));
  if (asked.length === 0) return [];
  const { rows } = await sql<Step & { policyId: string; name: string; type: string; holder: string }>`
    select s.by, s.on, p.policy_id "policyId", p.name, h.type, h.name holder
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) s("by" text, "on" text)
      join graph_entity h on h.uri = s.by and ${holdsAt('h', tenantId, null)}
      join graph_entity r on r.uri = s.on and ${holdsAt('r', tenantId, null)}
      join graph_policy p on p.source_uid = h.source_uid and p.holder_id = h.native_id and ${areSignIns('p', tenantId)}
      join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash and ${isRoleOfSet({ policy: 'p', document: 'd', role: 'r' })}`.execute(
    tx,
  );
  return rows.map(({ by, on, policyId, name, type, holder }) => ({
    ...{ by, on },
    grant: {
      ...{ holder_type: type, holder_uri: by, holder_name: holder, policy_id: policyId, policy_name: name, policy_uri: '' },
      ...{ statement_index: 0, effect: 'Allow', kinds: ['ADMIN'], conditional_kinds: [], actions: '', conditions: [] },
    },
  }));
}

const CENTER_TYPES: ReadonlySet<string> = new Set(['FEDERATED_USER', 'FEDERATED_GROUP']);

/** Reports whether a URI may be that of a user or group of IAM Identity Center. */
function mayBeOfCenter(uri: string): boolean {
  const [, cloud, , , type = ''] = uri.split(':');
  return cloud === 'AWS' && CENTER_TYPES.has(type);
}
