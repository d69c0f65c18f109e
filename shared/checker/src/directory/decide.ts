import { ASSUMPTIONS } from '../assumptions';
import { byCodeUnits, type Json } from '../canonical';
import type { FactBody, ProvedFact, ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import { soleEntity } from '../rules/entity';
import { DIRECTORIES, type DirectoryKind } from './actions';

/** An identity or a resource of a directory with the facts of all groups that it is in; its own fact is the first. */
export interface DirectoryMember {
  fact: ProvedFact;
  within: readonly ProvedFact[];
}

export interface DirectoryDecided {
  decision: 'allowed' | 'conditional' | 'not allowed';
  /** The policies that give the action. One that depends on conditions is `unknown`. */
  by: { policy: string; effect: 'Allow'; holds: 'unknown' | 'yes' }[];
  /** The conditions on which the decision depends, sorted. */
  open: string[];
}

/** A directory role that somebody holds, or an assignment of an application. */
interface Grant {
  policy: string;
  role: string | null;
  actions: readonly string[];
  /** Ids that limit the grant; null: the whole directory. */
  scope: readonly string[] | null;
  conditions: readonly string[];
  /** The roles whose holders it may change; null: all. */
  mayChange: readonly string[] | null;
}

/** The pseudo role of groups that can hold roles. */
const ROLE_ASSIGNABLE = 'role-assignable group';

/**
 * Decides whether an identity may take an action on an entity of its directory.
 * @param countsWider an action that includes the asked one counts as well, which makes the decision not checkable
 */
export function directoryAccessOf(
  context: ReplayContext,
  place: string,
  { principal, resource }: { principal: DirectoryMember; resource: DirectoryMember },
  action: string,
  on: string,
  countsWider = false,
): DirectoryDecided {
  const { source, key } = resource.fact;
  const directory = DIRECTORIES[source.cloud] as DirectoryKind;
  const { type, resource: isResource } = soleEntity(place, resource.fact);
  if (principal.fact.source !== source) throw new NotCheckable(place, 'Identity and resource are of different sources.');
  if (!isResource) throw new NotCheckable(place, `"${key}" is no resource.`);
  if (on !== key) throw new Invalid(place, `"${on}" is not the resource "${key}".`);
  const object = directory.objectOf(action);
  const wanted = Object.hasOwn(directory.types, object) ? directory.types[object] : 'ACCOUNT_DATA';
  if (type !== wanted) throw new Invalid(place, `${action} is not about resources of the type ${type}.`);
  context.assume(...ASSUMPTIONS.directoryRequest());
  const roles = directory.isGuarded(action, type) ? rolesOf(context, place, resource, directory) : [];
  const ids = resource.within.map(({ key: id }) => id);
  const applying = grantsOf(context, place, principal.within, directory).filter(
    ({ scope, mayChange }) =>
      (scope === null || scope.some((id) => ids.includes(id))) && (mayChange === null || roles.every((role) => mayChange.includes(role))),
  );
  const giving = applying.filter(({ actions }) => actions.includes(action));
  const wider =
    giving.length > 0 || !countsWider ? undefined : applying.find(({ actions }) => actions.some((held) => directory.covers(held, action)));
  if (wider) throw new NotCheckable(place, `"${wider.policy}" gives an action that includes ${action}.`);
  const always = giving.some(({ conditions }) => conditions.length === 0);
  return {
    decision: always ? 'allowed' : giving.length > 0 ? 'conditional' : 'not allowed',
    by: giving.map(({ policy, conditions }) => ({ policy, effect: 'Allow', holds: conditions.length > 0 ? 'unknown' : 'yes' })),
    open: always ? [] : [...new Set(giving.flatMap(({ conditions }) => conditions))].sort(byCodeUnits),
  };
}

/** Returns the roles that an account or a group holds, itself or by a group. */
function rolesOf(context: ReplayContext, place: string, { within }: DirectoryMember, directory: DirectoryKind): string[] {
  const held = grantsOf(context, place, within, directory).flatMap(({ role }) => role ?? []);
  const isAssignable = within.some(({ body }) => body.entities.some(({ attributes }) => attributes.roleassignable === true));
  return isAssignable ? [...held, ROLE_ASSIGNABLE] : held;
}

function grantsOf(context: ReplayContext, place: string, facts: readonly ProvedFact[], directory: DirectoryKind): Grant[] {
  return facts.flatMap(({ body }) => body.held.flatMap((held) => grantOf(context, place, held, directory) ?? []));
}

/** @throws NotCheckable if the document has another form */
function grantOf(context: ReplayContext, place: string, held: FactBody['held'][number], { signIn }: DirectoryKind): Grant | null {
  const isRole = held.kind === 'admin_role';
  if (!isRole && held.kind !== 'app_assignment' && held.kind !== 'federated_assignment') return null;
  const document = context.document(place, held);
  const list = (value: Json | undefined): string[] => {
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) throw new NotCheckable(place, `"${held.id}" lacks a list of texts.`);
    return value as string[];
  };
  const orNull = (value: Json | undefined): string[] | null => (value === null ? null : list(value));
  const { conditions = [], blockedBy } = document;
  const own = (isRole ? document.role : document.application) as { id?: Json } | null | undefined;
  if (typeof own?.id !== 'string') throw new NotCheckable(place, `"${held.id}" names neither a role nor an application.`);
  const usable = blockedBy === undefined ? (isRole ? list(document.actions) : [signIn]) : [];
  return {
    policy: held.id,
    role: isRole ? own.id : null,
    actions: usable,
    scope: isRole ? orNull(document.scope) : [own.id],
    conditions: list(conditions),
    mayChange: isRole ? orNull(document.mayChange) : null,
  };
}
