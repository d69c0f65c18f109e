import { type CaseDecision, CaseFault } from '../../../engine/case-answer';
import { eitherOf } from '../../../engine/condition-words';
import { fieldsOf, listOf, textOf, type Fields } from '../../../engine/read-case';
import { AzureActions, type Plane } from '../compile/actions';
import { ALL_PRINCIPALS, appliesTo } from '../compile/deny-assignment';
import { decidingAssignments, decidingDenies, effectiveActions, type Held } from '../evaluate/effective-access';
import { actionsOf, grantsOf, type ActionPatterns } from '../compile/role-permissions';
import { Scopes, toScope } from '../compile/scopes';

/** Names for everyone that a case may use in a deny assignment, besides Azure's own id. */
const NAMES_OF_ALL_PRINCIPALS = new Set(['*', 'all', 'everyone', 'allprincipals', 'all principals', ALL_PRINCIPALS]);

/**
 * Decides an Azure case with the evaluator that builds the graph.
 * @throws CaseFault where the case is not complete
 */
export function decideAzureCase(given: Fields): CaseDecision {
  const request = fieldsOf(given.request, 'request');
  const principal = textOf(request.principal, 'request.principal').toLowerCase();
  const action = textOf(request.action, 'request.action');
  if (action.includes('*')) throw new CaseFault('"request.action" must be one action, such as "Microsoft.Compute/virtualMachines/read".');
  const plane: Plane = request.data_action === true ? 'data' : 'control';
  const actions = new AzureActions([{ id: action, plane }]);
  const chain = readScopes(given.scope_parents).chainOf(textOf(request.resource, 'request.resource'));
  const held = readHeld(given, idsOf(principal, given.group_members), actions);

  const all = actions.where(() => true);
  const { always, conditional, denied } = effectiveActions(held, all, chain);
  if (!denied.isEmpty) return { decision: 'ExplicitlyDenied', conditions: [], because: decidingDenies(held, all, chain) };
  const deciding = decidingAssignments(held, all, chain, () => action);
  const because = deciding.map(({ source, conditions }) =>
    conditions.length > 0 ? `${source} This applies only if ${conditions.join(' and ')}.` : source,
  );
  if (!always.isEmpty)
    return { decision: 'Allowed', conditions: [], because: deciding.filter((grant) => grant.conditions.length === 0).map(({ source }) => source) };
  if (conditional.isEmpty)
    return { decision: 'ImplicitlyDenied', conditions: [], because: ['No role assignment at the resource or above it grants the action.'] };
  return { decision: 'Conditional', conditions: eitherOf(deciding.map(({ conditions }) => conditions)), because };
}

function readScopes(value: unknown): Scopes {
  const entries = value === undefined || value === null ? [] : Object.entries(fieldsOf(value, 'scope_parents'));
  return new Scopes(entries.flatMap(([child, parent]) => (typeof parent === 'string' ? [[child, parent] as const] : [])));
}

/** Returns the principal and all of its direct and indirect groups. */
function idsOf(principal: string, value: unknown): Set<string> {
  const groups = Object.entries(value === undefined || value === null ? {} : fieldsOf(value, 'group_members')).map(([group, members]) => ({
    group: group.toLowerCase(),
    members: texts(members, `group_members.${group}`).map((member) => member.toLowerCase()),
  }));
  const ids = new Set([principal]);
  for (const id of ids) for (const { group, members } of groups) if (members.includes(id)) ids.add(group);
  return ids;
}

function readHeld(given: Fields, ids: ReadonlySet<string>, actions: AzureActions): Held<string> {
  const assignments = listOf(given.role_assignments, 'role_assignments').flatMap((entry, index) => {
    const at = `role_assignments[${index}]`;
    const { principal, role, scope, condition } = fieldsOf(entry, at);
    if (!ids.has(textOf(principal, `${at}.principal`).toLowerCase())) return [];
    const fields = fieldsOf(role, `${at}.role`);
    const name = typeof fields.roleName === 'string' ? fields.roleName : 'without a name';
    const permission = { ...readPatterns(fields, `${at}.role`), condition: null };
    const where = textOf(scope, `${at}.scope`);
    const source = `The assignment of the role ${name} to ${String(principal)} at ${where} grants it.`;
    return [{ scope: toScope(where), grants: grantsOf([permission], typeof condition === 'string' ? condition : null, actions), source }];
  });
  const denies = listOf(given.deny_assignments, 'deny_assignments').flatMap((entry, index) => {
    const at = `deny_assignments[${index}]`;
    const fields = fieldsOf(entry, at);
    const subjects = {
      principals: readIds(fields.principals, `${at}.principals`),
      excluded: readIds(fields.excludePrincipals, `${at}.excludePrincipals`),
    };
    if (!appliesTo(subjects, ids)) return [];
    const where = textOf(fields.scope, `${at}.scope`);
    const onlyThere = fields.doesNotApplyToChildScopes === true;
    const source = `The deny assignment ${index + 1} at ${where} denies it.`;
    return [{ scope: toScope(where), onlyThere, actions: actionsOf(readPatterns(fields, at), actions), source }];
  });
  return { assignments, denies };
}

/** Reads principals as ids, or as Azure's objects with an id. */
function readIds(value: unknown, at: string): string[] {
  return listOf(value, at).map((entry, index) => {
    const id = typeof entry === 'string' ? entry : textOf(fieldsOf(entry, `${at}[${index}]`).id, `${at}[${index}].id`);
    return NAMES_OF_ALL_PRINCIPALS.has(id.toLowerCase()) ? ALL_PRINCIPALS : id.toLowerCase();
  });
}

function readPatterns(fields: Fields, at: string): ActionPatterns {
  return {
    actions: texts(fields.actions, `${at}.actions`),
    notActions: texts(fields.notActions, `${at}.notActions`),
    dataActions: texts(fields.dataActions, `${at}.dataActions`),
    notDataActions: texts(fields.notDataActions, `${at}.notDataActions`),
  };
}

function texts(value: unknown, at: string): string[] {
  return listOf(value, at).map((entry, index) => textOf(entry, `${at}[${index}]`));
}
