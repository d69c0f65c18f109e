import { stableId } from '../../../engine/stable-id';
import type { EvaluationContext } from '../../../engine/evaluation';
import { isGroupType, type Entity } from '../../../engine/model';
import type { SourceFacts } from '../../../engine/source-facts';
import type { GrantSource } from '../../../engine/grant';
import type { DirectoryGrants, HeldGrant, GrantTarget } from '../compile/directory-grants';
import type { DirectoryAction, DirectoryRules } from '../compile/directory-rules';

/** A pseudo role for role-assignable groups and their members, who count as administrators. */
const ROLE_ASSIGNABLE = 'role-assignable group';

/** A grant of a principal, held directly or through a group. */
export interface OwnGrant {
  grant: HeldGrant;
  holder: Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name'>;
}

/** Principals with the same grants. */
export interface PrincipalClass {
  id: string;
  grants: OwnGrant[];
  members: Entity[];
}

/** Entities of the directory that all grants treat alike. */
export interface ResourceClass extends GrantTarget {
  id: string;
  members: Entity[];
}

/** Assigns all principals with any grant, of this or another source, to classes. */
export function classifyPrincipals(accountId: string, grants: DirectoryGrants, { holders }: Pick<EvaluationContext, 'holders'>): PrincipalClass[] {
  const listed = [...holders];
  const byId = new Map(listed.map(({ principal }) => [principal.nativeId, principal]));
  const classes = new Map<string, PrincipalClass>();
  for (const { principal, refs } of listed) {
    const held = refs.filter((ref) => grants.of(ref).length > 0).sort();
    if (held.length === 0) continue;
    const own = held.includes(principal.nativeId) ? principal.nativeId : '';
    const id = stableId('directory pclass', accountId, own, ...held);
    const known = classes.get(id);
    if (known) known.members.push(principal);
    else
      classes.set(id, {
        id,
        grants: held.flatMap((ref) => ownGrants(grants.of(ref), ref === own ? undefined : byId.get(ref))),
        members: [principal],
      });
  }
  return [...classes.values()];
}

function ownGrants(held: readonly HeldGrant[], group: Entity | undefined): OwnGrant[] {
  return held.map((grant) => {
    const by = group ?? grant.by;
    return { grant, holder: { holder_type: by?.type ?? '', holder_uri: by?.uri ?? '', holder_name: by?.name ?? '' } };
  });
}

/** Assigns the directory's entities to classes by type, by the role scopes that name them, and by the roles that they hold. */
export function classifyResources(facts: SourceFacts, grants: DirectoryGrants, rules: DirectoryRules): ResourceClass[] {
  const scopes = new Set(grants.all.flatMap(({ scope }) => scope ?? []));
  const groupsOf = transitiveGroups(facts);
  const assignable = new Set(facts.entities.filter(({ attributes }) => attributes.roleassignable === true).map(({ nativeId }) => nativeId));
  const actionsOf = actionsByType(grants);
  const classes = new Map<string, ResourceClass>();
  for (const entity of facts.entities) {
    if (!entity.isResource) continue;
    const refs = [entity.nativeId, ...groupsOf(entity.nativeId)];
    const ids = refs.filter((ref) => scopes.has(ref)).sort();
    const roles = rules.guardedTypes.has(entity.type) ? rolesOf(refs, grants, assignable) : [];
    const id = stableId('directory rclass', facts.accountId, entity.type, ...ids, '', ...roles);
    const known = classes.get(id);
    if (known) known.members.push(entity);
    else classes.set(id, { id, members: [entity], ids: new Set(ids), roles, ...actionsOf(entity.type) });
  }
  return [...classes.values()];
}

function rolesOf(refs: readonly string[], grants: DirectoryGrants, assignable: ReadonlySet<string>): string[] {
  const held = refs.flatMap((ref) => grants.of(ref).flatMap(({ roleId }) => roleId ?? []));
  return [...new Set([...held, ...(refs.some((ref) => assignable.has(ref)) ? [ROLE_ASSIGNABLE] : [])])].sort();
}

function actionsByType(grants: DirectoryGrants): (type: string) => Pick<ResourceClass, 'applicable' | 'guarded'> {
  const known = new Map<string, Pick<ResourceClass, 'applicable' | 'guarded'>>();
  return (type) => {
    const isOn = (action: DirectoryAction): boolean => action.type === type;
    const found = known.get(type) ?? { applicable: grants.where(isOn), guarded: grants.where((action) => isOn(action) && action.isGuarded) };
    known.set(type, found);
    return found;
  };
}

/** Returns the native ids of a principal's direct and indirect groups. */
function transitiveGroups({ relations, entities }: SourceFacts): (member: string) => Iterable<string> {
  const groups = new Set(entities.filter(({ type }) => isGroupType(type)).map(({ nativeId }) => nativeId));
  const parents = new Map<string, string[]>();
  for (const { kind, child, parent } of relations) {
    if (kind !== 'member_of' || !groups.has(parent.nativeId)) continue;
    const known = parents.get(child.nativeId);
    if (known) known.push(parent.nativeId);
    else parents.set(child.nativeId, [parent.nativeId]);
  }
  return (member) => {
    const found = new Set(parents.get(member));
    for (const group of found) for (const further of parents.get(group) ?? []) found.add(further);
    found.delete(member);
    return found;
  };
}
