import type { PathHop } from '@cam/contracts/server';
import type { Source } from '../../providers/aws/evaluate/principal-classes';
import { isGroupType, type Entity } from '../../engine/model';
import type { ProfileHop } from '../../engine/grant';

/** The steps of a path: from the identity by its groups or the roles that it assumes to the policy, and to what that reaches. */
export function hopsOf(identity: PathHop, resource: Entity, steps: readonly ProfileHop[], source: Source, conditions: readonly string[]): PathHop[] {
  const { holder_type: type, holder_uri: uri, holder_name: name } = source;
  const group: PathHop[] = isGroupType(type) ? [{ uri, type, name, account_id: accountOf(uri), relation: 'member of', conditions: [] }] : [];
  return [
    identity,
    ...steps,
    ...group,
    {
      uri: source.policy_uri,
      type: 'POLICY',
      name: source.policy_name,
      account_id: accountOf(source.policy_uri),
      relation: 'is granted by',
      conditions: [...conditions],
    },
    hopTo(resource, 'reaches'),
  ];
}

export function hopTo({ uri, type, name, accountId }: Entity, relation: string): PathHop {
  return { uri, type, name, account_id: accountId, relation, conditions: [] };
}

/** The account stands third in a URI. */
function accountOf(uri: string): string {
  return uri.split(':')[2] ?? '';
}
