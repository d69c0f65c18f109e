import { ASSUMPTIONS } from '../assumptions';
import { accessOf, refusingLayer } from '../aws/access';
import type { Json } from '../canonical';
import type { ProvedFact, ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import type { ProofSource } from '../format';
import { completeRange } from './complete';
import type { Organization } from './organization';
import type { Principal } from './principal';
import { refusedActions } from './refused';
import { resourceOf, type Resource } from './resource';
import type { Inference, RuleInput } from './rule';

/** Everything that an identity can act as. */
export interface Closure {
  identity: Principal;
  members: Principal[];
  organizations: Map<string, Organization>;
}

/** The parts of a step, by what each id names. */
interface Parts {
  principals: Principal[];
  organizations: Map<string, Organization>;
  facts: ProvedFact[];
}

function partsOf(context: ReplayContext, place: string, from: readonly string[]): Parts {
  const parts: Parts = { principals: [], organizations: new Map(), facts: [] };
  for (const id of from) {
    if (context.isFact(id)) parts.facts.push(...context.facts(place, [id]));
    else if (context.ruleOf(id) === 'organization') {
      const organization = context.result<Organization>(place, id, 'organization');
      parts.organizations.set(organization.account, organization);
    } else parts.principals.push(context.result<Principal>(place, id, 'principal'));
  }
  return parts;
}

function organizationOf(place: string, organizations: ReadonlyMap<string, Organization>, account: string): Organization {
  const found = organizations.get(account);
  if (!found) throw new Invalid(place, `The step does not name the organization of the account ${account}.`);
  return found;
}

/**
 * `closes`: from principals, the identity first, the organizations of all accounts, and every role of every source of AWS with the facts beside them. Says that
 * none of the principals may assume a role that is not among them.
 */
export function closesRule({ context, place, from }: RuleInput): Inference {
  const { principals, organizations, facts } = partsOf(context, place, from);
  const [identity] = principals;
  if (!identity) throw new Invalid(place, 'The step names no principal.');
  const sources = context.requireWholeEstate(place).filter(({ cloud }) => cloud === 'AWS');
  const partition = identity.arn.split(':')[1] ?? '';
  const roles = sources.flatMap((source) => rolesOf(context, place, source, facts, partition));
  const idOf = ({ source, key }: ProvedFact): string => `${source.source} ${key}`;
  const members = new Set(principals.map(({ fact }) => idOf(fact)));
  const becomes: Json[] = [];
  for (const principal of principals) {
    const { account, arn } = principal;
    const further = principal.fact.body.in.find(({ kind }) => kind === 'can_become' || kind === 'runs_as');
    if (further) throw new NotCheckable(place, `"${arn}" may act as "${further.id}" without a policy, for which this format has no rule.`);
    const principalOrganization = organizationOf(place, organizations, account);
    for (const resource of roles) {
      if (resource.arn === arn) continue;
      const resourceOrganization = organizationOf(place, organizations, resource.account);
      const decided = accessOf(context, place, { principal, principalOrganization, resource, resourceOrganization }, 'sts:AssumeRole', resource.arn);
      if (refusingLayer(decided) !== null) continue;
      if (!members.has(idOf(resource.fact)))
        throw new Invalid(place, `"${arn}" may assume "${resource.arn}", which is not among the principals.`, 'not a member', decided.decision);
      becomes.push({ from: arn, to: resource.arn, value: decided.decision === 'allowed' ? 'always' : 'conditional' });
    }
  }
  context.assume(...ASSUMPTIONS.otherAccounts());
  context.assume(...ASSUMPTIONS.chains());
  const value: Closure = { identity, members: principals, organizations };
  return { says: { members: principals.map(({ arn }) => arn), roles: roles.length, becomes }, value };
}

/** Returns the roles of a source. @throws Invalid unless the facts are all that the source has in this range, with the facts beside it */
function rolesOf(context: ReplayContext, place: string, source: ProofSource, facts: readonly ProvedFact[], partition: string): Resource[] {
  return completeRange(place, source, facts, `arn:${partition}:iam::${source.account}:role/`)
    .filter(({ body }) => body.entities.some(({ type }) => type === 'ROLE'))
    .map((fact) => resourceOf(context, place, fact));
}

/**
 * `out-of-reach`: from everything that an identity can act as, a resource, and the organization of its account. Says for each of the principals which layer
 * refuses which action.
 */
export function outOfReachRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const [closureId = '', resourceId = '', organizationId = ''] = from;
  if (from.length !== 3) throw new Invalid(place, 'The step has to name the principals, a resource, and its organization.');
  const { identity, members, organizations } = context.result<Closure>(place, closureId, 'closes');
  const resource = context.result<Resource>(place, resourceId, 'resource');
  const resourceOrganization = context.result<Organization>(place, organizationId, 'organization');
  return refusedActions({ place, parameters, principals: members, identity, resource }, (principal, action, on) => {
    const principalOrganization = organizationOf(place, organizations, principal.account);
    const decided = accessOf(context, place, { principal, principalOrganization, resource, resourceOrganization }, action, on);
    if (decided.decision === 'conditional' && on.endsWith('/*'))
      throw new NotCheckable(place, `"${principal.arn}" may take ${action} on some object of "${on}", or nobody can tell from single statements.`);
    return { decision: decided.decision, reason: refusingLayer(decided) };
  });
}
