import { parsePolicyDocument } from '../../providers/aws/compile/policy-document';
import { statementInWords } from '../../providers/aws/compile/statement-words';
import type { PolicyKind } from '../../engine/source-facts';
import type { GrantSource } from '../../engine/grant';

/** Display names of policy kinds that are not documents of statements. */
const CALLED: Partial<Record<PolicyKind, string>> = {
  firewall_rules: 'security group',
  azure_role_definition: 'role',
  azure_role_assignment: 'role assignment',
  azure_deny_assignment: 'deny assignment',
  gcp_role: 'role',
  gcp_binding: 'role binding',
  gcp_deny_policy: 'deny policy',
  gcp_boundary: 'principal access boundary',
  admin_role: 'administrator role',
  app_assignment: 'application assignment',
  federated_assignment: 'application assignment',
};

/** Describes a deciding policy in words. For a document of statements, it describes the deciding statement. */
export function policyInWords({ kind, document }: { kind: PolicyKind; document: string }, source: GrantSource): string {
  const called = CALLED[kind];
  if (called === undefined) {
    const statement = parsePolicyDocument(document)?.statements.find(({ index }) => index === source.statement_index);
    return statement ? statementInWords(statement) : '';
  }
  const under = source.conditions.length > 0 ? `, where ${source.conditions.join(' and ')}` : '';
  return `The ${called} ${source.policy_name} ${source.effect === 'Allow' ? 'allows' : 'denies'} this access${under}.`;
}
