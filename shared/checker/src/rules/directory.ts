import { ASSUMPTIONS } from '../assumptions';
import { DIRECTORIES } from '../directory/actions';
import { directoryAccessOf, type DirectoryMember } from '../directory/decide';
import type { ProvedFact } from '../context';
import { Invalid, NotCheckable } from '../faults';
import { decidedTogether } from './decides';
import { soleEntity } from './entity';
import { onlyGroups } from './groups';
import { refusedActions } from './refused';
import type { Inference, RuleInput } from './rule';

/**
 * `directory-member`: from the fact of an identity or a resource of Entra ID or Okta, and the facts of all groups that it is in, directly or by another group.
 * Says which these are.
 */
export function directoryMemberRule({ context, place, from }: RuleInput): Inference {
  const within = onlyGroups(place, context.facts(place, from));
  const fact = within[0] as ProvedFact;
  if (!Object.hasOwn(DIRECTORIES, fact.source.cloud)) throw new NotCheckable(place, `"${fact.key}" is of no directory.`);
  soleEntity(place, fact);
  if (within.slice(1).some((group) => !soleEntity(place, group).type.includes('GROUP')))
    throw new NotCheckable(place, `"${fact.key}" is a member of something that is no group.`);
  const value: DirectoryMember = { fact, within };
  return { says: { id: fact.key, groups: within.slice(1).map(({ key }) => key) }, value };
}

interface Sides {
  principal: DirectoryMember;
  resource: DirectoryMember;
}

function sidesOf({ context, place, from }: RuleInput): Sides {
  const [principalId = '', resourceId = ''] = from;
  if (from.length !== 2) throw new Invalid(place, 'The step has to name an identity and a resource.');
  const principal = context.result<DirectoryMember>(place, principalId, 'directory-member');
  const { identity, type } = soleEntity(place, principal.fact);
  if (!identity || type.includes('GROUP')) throw new NotCheckable(place, `"${principal.fact.key}" is no identity that acts itself.`);
  context.assume(...ASSUMPTIONS.directoryGroups(principal.fact.key));
  return { principal, resource: context.result<DirectoryMember>(place, resourceId, 'directory-member') };
}

/** `directory-decides`: from an identity and a resource of the same directory. Says for each action which roles and assignments of applications give it. */
export function directoryDecidesRule(input: RuleInput): Inference {
  const sides = sidesOf(input);
  const { context, place, with: parameters } = input;
  return decidedTogether({ place, parameters, sides }, (action, on) => directoryAccessOf(context, place, sides, action, on));
}

/** `directory-out-of-reach`: from an identity and a resource of the same directory. Says that no role and no assignment gives the actions. */
export function directoryOutOfReachRule(input: RuleInput): Inference {
  const { principal, resource } = sidesOf(input);
  const { context, place, with: parameters } = input;
  context.assume(...ASSUMPTIONS.directoryAlone());
  return refusedActions({ place, parameters, resource, principals: [principal], identity: principal }, (who, action, on) => {
    const { decision } = directoryAccessOf(context, place, { principal: who, resource }, action, on, true);
    return { decision, reason: decision === 'not allowed' ? 'not allowed by any role or assignment' : null };
  });
}
