import type { PathHop } from '@cam/contracts/server';
import type { Source } from '../evaluate/principal-classes';
import type { Entity } from '../model';
import type { ProfileHop } from '../tables';

/** The steps of a path: from the identity by its groups or the roles that it assumes to the policy, and to what that reaches. */
export function hopsOf(identity: PathHop, resource: Entity, steps: readonly ProfileHop[], source: Source, conditions: readonly string[]): PathHop[] {
  const account_id = resource.accountId;
  const group: PathHop[] =
    source.holder_type === 'GROUP'
      ? [{ uri: source.holder_uri, type: 'GROUP', name: source.holder_name, account_id, relation: 'member of', conditions: [] }]
      : [];
  return [
    identity,
    ...steps.map(({ uri, type, name, relation, conditions: under }) => ({ uri, type, name, account_id, relation, conditions: under })),
    ...group,
    { uri: source.policy_uri, type: 'POLICY', name: source.policy_name, account_id, relation: 'is granted by', conditions: [...conditions] },
    hopTo(resource, 'reaches'),
  ];
}

export function hopTo({ uri, type, name, accountId }: Entity, relation: string): PathHop {
  return { uri, type, name, account_id: accountId, relation, conditions: [] };
}
