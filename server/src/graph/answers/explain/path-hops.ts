import type { PathHop } from '@cam/contracts/server';
import type { Source } from '../../providers/aws/evaluate/principal-classes';
import { isGroupType, type Entity } from '../../engine/model';
import type { ProfileHop } from '../../engine/grant';

/** Returns the hops of an access path: from the identity through groups or assumed roles to the policy and the resource. */
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

/** The third part of a URI is its account. */
function accountOf(uri: string): string {
  return uri.split(':')[2] ?? '';
}
