import { ASSUMPTIONS } from '../../assumptions';
import type { Json } from '../../canonical';
import type { ProvedFact } from '../../context';
import { Invalid, NotCheckable } from '../../faults';
import { googleAccessOf, refusingReason, type GoogleDecided } from '../../gcp/decide';
import { completeRange } from '../complete';
import { soleEntity } from '../entity';
import { IMPERSONATING } from '../reaches';
import { refusedActions } from '../refused';
import type { Inference, RuleInput } from '../rule';
import { policiesOf, type GooglePolicies } from './held';
import { principalsOf, type GooglePrincipal } from './principal';
import type { GoogleResource } from './resource';

/** Everything that an identity can act as in Google Cloud. */
interface GoogleClosure {
  identity: GooglePrincipal;
  members: GooglePrincipal[];
}

const idOf = ({ source, key }: ProvedFact): string => `${source.source} ${key}`;

/**
 * `gcp-closes`: from identities, the first one first, every service account of every source of Google Cloud as a resource, and facts: those of the service
 * accounts with the facts beside them, the boundaries of each source, and roles. Says that none of the identities may get credentials of a service account
 * that is not among them.
 */
export function gcpClosesRule({ context, place, from }: RuleInput): Inference {
  const ofRule = (rule: string): string[] => from.filter((id) => !context.isFact(id) && context.ruleOf(id) === rule);
  const members = principalsOf(context, place, ofRule('gcp-principal'));
  const accounts = ofRule('gcp-resource').map((id) => context.result<GoogleResource>(place, id, 'gcp-resource'));
  const resources = new Map(accounts.map((resource) => [resource.fact, resource]));
  const facts = context.facts(
    place,
    from.filter((id) => context.isFact(id)),
  );
  const [identity] = members;
  if (!identity || members.length + accounts.length + facts.length !== from.length)
    throw new Invalid(place, 'The step names something else than identities, resources and facts.');
  const sources = context.requireWholeEstate(place).filter(({ cloud, facts_count: count }) => cloud === 'GCP' && count > 0);
  const policies = new Map(
    sources.map((source) => [
      source,
      policiesOf(
        context,
        place,
        facts.filter((fact) => fact.source === source),
      ),
    ]),
  );
  const listed = sources.flatMap((source) =>
    completeRange(place, source, facts, 'serviceAccount:').filter((fact) => soleEntity(place, fact).type === 'SERVICE_ACCOUNT'),
  );
  const known = new Set(members.map(({ fact }) => idOf(fact)));
  const becomes: Json[] = [];
  for (const principal of members) {
    const further = principal.fact.body.in.find(({ kind }) => kind === 'can_become' || kind === 'runs_as');
    if (further)
      throw new NotCheckable(place, `"${principal.fact.key}" may act as "${further.id}" without a policy, for which this format has no rule.`);
    for (const account of listed) {
      if (idOf(account) === idOf(principal.fact)) continue;
      const resource = resources.get(account);
      if (!resource) throw new Invalid(place, `The step does not name the service account "${account.key}" as a resource.`);
      const sides = { principal, resource, policies: policies.get(account.source) as GooglePolicies };
      const open = IMPERSONATING.map((action) => decidedSurely(place, googleAccessOf(context, place, sides, action, account.key))).filter(
        (decided) => refusingReason(decided) === null,
      );
      if (open.length === 0) continue;
      if (!known.has(idOf(account)))
        throw new Invalid(
          place,
          `"${principal.fact.key}" may act as "${account.key}", which is not among the identities.`,
          'not a member',
          'may act',
        );
      becomes.push({
        from: principal.fact.key,
        to: account.key,
        value: open.some(({ decision }) => decision === 'allowed') ? 'always' : 'conditional',
      });
    }
  }
  context.assume(...ASSUMPTIONS.googleAccounts());
  context.assume(...ASSUMPTIONS.googleChains());
  const value: GoogleClosure = { identity, members };
  return { says: { members: members.map(({ fact }) => fact.key), accounts: listed.length, becomes }, value };
}

/** Refuses a decision that a role without a definition may change. */
function decidedSurely(place: string, decided: GoogleDecided): GoogleDecided {
  const [role] = decided.undefined;
  if (role !== undefined && decided.decision !== 'denied')
    throw new NotCheckable(place, `The role ${role} is bound to the identity, and its source has no definition of it.`);
  return decided;
}

/**
 * `gcp-out-of-reach`: from everything that an identity can act as, a resource, the boundaries of its source and the roles that are bound. Says for each of the
 * identities why it is refused.
 */
export function gcpOutOfReachRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const [closureId = '', resourceId = '', ...policyIds] = from;
  if (from.length < 3) throw new Invalid(place, 'The step has to name the identities, a resource, and the boundaries.');
  const { identity, members } = context.result<GoogleClosure>(place, closureId, 'gcp-closes');
  const resource = context.result<GoogleResource>(place, resourceId, 'gcp-resource');
  const policies = policiesOf(context, place, context.facts(place, policyIds));
  return refusedActions({ place, parameters, principals: members, identity, resource }, (principal, action, on) => {
    const decided = decidedSurely(place, googleAccessOf(context, place, { principal, resource, policies }, action, on));
    return { decision: decided.decision, reason: refusingReason(decided) };
  });
}
