import type { DecidingStatement } from '@cam/contracts/server';
import { statementInWords } from '../../providers/aws/compile/statement-words';
import type { HeldStatement } from '../../providers/aws/evaluate/effective-access';
import type { Source } from '../../providers/aws/evaluate/principal-classes';
import type { Attachment } from '../../providers/aws/account-model';

/** The policies of a path by id, with the accounts that store them. */
export type QuotedPolicies = ReadonlyMap<string, Attachment & { accountId: string }>;

/** Labels for limits on an identity's permissions. */
const LIMITS: Readonly<Record<string, string>> = {
  BOUNDARY: 'Permissions boundary: ',
  SCP: 'Service control policy: ',
  RCP: 'Resource control policy: ',
};

/** Returns statements as written in their documents, with a description in words. */
export function quoteStatements(held: readonly HeldStatement<Source>[], policies: QuotedPolicies): DecidingStatement[] {
  return held.flatMap(({ statement: { index, effect, conditions }, source }) => {
    const policy = policies.get(source.policy_id);
    const statement = policy?.document.statements.find((candidate) => candidate.index === index);
    if (!policy || !statement) return [];
    return [
      {
        effect,
        policy_name: policy.policyName,
        policy_uri: policy.policyUri,
        policy_id: policy.policyId,
        policy_account_id: policy.accountId,
        statement_index: index,
        statement: statementOf(policy.document.text, index),
        document: policy.document.text,
        words: `${LIMITS[source.holder_type] ?? ''}${statementInWords(statement)}`,
        conditions: [...conditions],
      },
    ];
  });
}

/** A document may hold a single statement without a list, or be a statement itself. */
export function statementOf(document: string, index: number): unknown {
  const value = JSON.parse(document) as { Statement?: unknown };
  const { Statement: all = value } = value;
  return Array.isArray(all) ? all[index] : all;
}
