import { Bitset } from '../../../engine/bitset';
import type { AllowedActions } from '../../../engine/access-row';
import type { PolicyFact } from '../../../engine/source-facts';
import { readAppAssignment, type AppAssignment } from '../../../engine/app-assignment';
import { readDirectoryGrant } from './directory-grant';
import type { DirectoryAction, DirectoryRules } from './directory-rules';

/** The grant of one policy to its holder. */
export interface HeldGrant {
  policy: PolicyFact;
  /** Native id of the holder. */
  holder: string;
  /** The group through which a person holds it. */
  by: AppAssignment['by'];
  actions: Bitset;
  scope: readonly string[] | null;
  conditions: readonly string[];
  /** Id of the directory role; null where there is none. */
  roleId: string | null;
  mayChange: readonly string[] | null;
}

/** All grants of a directory, over one set of actions. */
export class DirectoryGrants {
  readonly names: readonly string[];
  readonly #actions: readonly DirectoryAction[];
  readonly all: readonly HeldGrant[];
  readonly #byHolder = new Map<string, HeldGrant[]>();

  constructor(policies: readonly PolicyFact[], rules: DirectoryRules) {
    const roles = policies.flatMap((policy) => (policy.kind === 'admin_role' ? [{ policy, grant: readDirectoryGrant(policy) }] : []));
    this.names = [...new Set([rules.signIn, ...roles.flatMap(({ grant }) => grant.actions)])].sort();
    this.#actions = this.names.map(rules.actionOf);
    const indexOf = new Map(this.names.map((name, index) => [name, index]));
    const toSet = (actions: readonly string[]): Bitset =>
      Bitset.of(
        this.names.length,
        actions.flatMap((name) => indexOf.get(name) ?? []),
      );
    const signIn = toSet([rules.signIn]);
    this.all = [
      ...roles.map(({ policy, grant: { role, actions, scope, conditions, mayChange, by = null, blockedBy } }): HeldGrant => {
        const usable = toSet(blockedBy ? [] : actions);
        return { policy, holder: policy.holder.nativeId, by, actions: usable, scope, conditions, roleId: role.id, mayChange };
      }),
      ...policies.flatMap((policy): HeldGrant[] => {
        if (policy.kind !== 'app_assignment' && policy.kind !== 'federated_assignment') return [];
        const { application, by, conditions = [], blockedBy } = readAppAssignment(policy);
        if (blockedBy) return [];
        const holder = policy.holder.nativeId;
        return [{ policy, holder, by, actions: signIn, scope: [application.id], conditions, roleId: null, mayChange: null }];
      }),
    ];
    for (const grant of this.all) this.#byHolder.set(grant.holder, [...(this.#byHolder.get(grant.holder) ?? []), grant]);
  }

  of(holder: string): readonly HeldGrant[] {
    return this.#byHolder.get(holder) ?? [];
  }

  /** Returns the actions with a property. */
  where(has: (action: DirectoryAction) => boolean): Bitset {
    return Bitset.of(
      this.names.length,
      this.#actions.flatMap((action, index) => (has(action) ? [index] : [])),
    );
  }
}

/** The resource properties that decide which actions of a grant apply. */
export interface GrantTarget {
  /** Native ids that a scope may use for the resource: its own, and those of its groups. */
  ids: ReadonlySet<string>;
  /** Directory roles that the resource holds itself. */
  roles: readonly string[];
  /** Actions on resources of its type. */
  applicable: Bitset;
  guarded: Bitset;
}

export function actionsOn({ actions, scope, mayChange }: HeldGrant, { ids, roles, applicable, guarded }: GrantTarget): Bitset {
  if (scope !== null && !scope.some((id) => ids.has(id))) return Bitset.empty(actions.size);
  const given = actions.copy().and(applicable);
  return mayChange === null || roles.every((role) => mayChange.includes(role)) ? given : given.andNot(guarded);
}

/** Combines the actions of several grants. */
export function allowedBy(grants: readonly { grant: HeldGrant; given: Bitset }[], size: number): AllowedActions {
  const allowed = { always: Bitset.empty(size), conditional: Bitset.empty(size) };
  for (const { grant, given } of grants) (grant.conditions.length > 0 ? allowed.conditional : allowed.always).or(given);
  allowed.conditional.andNot(allowed.always);
  return allowed;
}
