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
  const given = allowed.always.copy().or(allowed.conditional);
  const deciding = decidingAssignments(held, given, chain, names.nameOf).map((one) => ({
    ...one,
    kinds: kindsAmong(one.actions, names),
    conditionalKinds: kindsAmong(one.conditional, names),
  }));
  const sure = deciding.flatMap(({ kinds, conditionalKinds }) => kinds.filter((kind) => !conditionalKinds.includes(kind)));
  const row = accessRow(
    { pclassId: principal.id, classId: resource.id },
    allowed,
    names,
    () => [
      ...deciding.map(({ source, actions, kinds, conditionalKinds, conditions }) =>
        toSource(source, 'Allow', { kinds, conditional_kinds: conditionalKinds, actions: names.sets.of(actions), conditions }),
      ),
      ...decidingDenies(held, applicable, chain).map((source) =>
        toSource(source, 'Deny', { kinds: [], conditional_kinds: [], actions: NO_ACTIONS, conditions: [] }),
      ),
    ],
    new Set(sure),
  );
  return row && { allowed, row };
}

function toSource(
  source: Source,
  effect: GrantRecord['effect'],
  what: Pick<GrantRecord, 'kinds' | 'conditional_kinds' | 'actions' | 'conditions'>,
): GrantRecord {
  return { ...source, statement_index: 0, effect, ...what };
}

/** For a vault with access policies, roles apply to management only. The access policies apply at the scope of the vault. */
function withoutRolesOnData(held: Held<Source>, [vault]: readonly string[], data: Bitset): Held<Source> {
  const assignments = held.assignments.map((assignment) =>
    assignment.scope === vault && assignment.source.policy_name === VAULT_POLICY ? assignment : { ...assignment, without: data },
  );
  return { ...held, assignments };
}
