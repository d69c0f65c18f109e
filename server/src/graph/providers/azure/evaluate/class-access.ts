import type { Bitset } from '../../../engine/bitset';
import { NO_ACTIONS } from '../../../engine/action-sets';
import { accessRow, kindsAmong, type ActionNames, type AllowedActions } from '../../../engine/access-row';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import { decidingAssignments, decidingDenies, effectiveActions, type Held } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import { VAULT_POLICY } from '../compile/vault-policy-name';

export interface ClassAccess {
  allowed: AllowedActions;
  row: AccessRowRecord;
}

/** Returns the access of one class of principals to one class of resources; null where there is none. */
export function classAccess(
  principal: PrincipalClass,
  resource: ResourceClass,
  applicable: Bitset,
  names: ActionNames,
  data: Bitset,
): ClassAccess | null {
  const { chain } = resource;
  const held = resource.ownPolicy ? withoutRolesOnData(principal.held, chain, data) : principal.held;
  const allowed = effectiveActions(held, applicable, chain);
  const row = accessRow({ pclassId: principal.id, classId: resource.id }, allowed, names, (given) => [
    ...decidingAssignments(held, given, chain).map(({ source, actions, conditions }) =>
      toSource(source, 'Allow', { kinds: kindsAmong(actions, names), actions: names.sets.of(actions), conditions }),
    ),
    ...decidingDenies(held, applicable, chain).map((source) => toSource(source, 'Deny', { kinds: [], actions: NO_ACTIONS, conditions: [] })),
  ]);
  return row && { allowed, row };
}

function toSource(source: Source, effect: GrantRecord['effect'], what: Pick<GrantRecord, 'kinds' | 'actions' | 'conditions'>): GrantRecord {
  return { ...source, statement_index: 0, effect, ...what };
}

/** For a vault with access policies, roles apply to management only. The access policies apply at the scope of the vault. */
function withoutRolesOnData(held: Held<Source>, [vault]: readonly string[], data: Bitset): Held<Source> {
  const assignments = held.assignments.map((assignment) => {
    const { scope, grants, source } = assignment;
    if (scope === vault && source.policy_name === VAULT_POLICY) return assignment;
    return {
      ...assignment,
      grants: grants.map((grant) => ({ ...grant, always: grant.always.copy().andNot(data), conditional: grant.conditional.copy().andNot(data) })),
    };
  });
  return { ...held, assignments };
}
