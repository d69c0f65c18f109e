import { ASSUMPTIONS } from '../../assumptions';
import { byCodeUnits, type Json } from '../../canonical';
import type { ProvedFact } from '../../context';
import { Invalid, NotCheckable } from '../../faults';
import type { ClaimedAction, ProofSource } from '../../format';
import { googleAccessOf, refusingReason, type GoogleDecided } from '../../gcp/decide';
import { soleEntity } from '../entity';
import { IMPERSONATING, type Conclusion } from '../reaches';
import type { Inference, RuleInput } from '../rule';
import { policiesOf, type GooglePolicies } from './held';
import { principalsOf, type GooglePrincipal } from './principal';
import type { GoogleResource } from './resource';

/** Everything that an identity can act as in Google Cloud. */
interface GoogleClosure {
  identity: GooglePrincipal;
  members: GooglePrincipal[];
}

const ACCOUNTS = 'serviceAccount:';

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
  const listed = sources.flatMap((source) => accountsOf(place, source, facts));
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

/** Returns the service accounts of a source. @throws Invalid unless the facts are all that the source has in this range, with the facts beside it */
function accountsOf(place: string, source: ProofSource, facts: readonly ProvedFact[]): ProvedFact[] {
  const own = facts.filter((fact) => fact.source === source).sort((a, b) => a.index - b.index);
  const inside = own.filter(({ key }) => key.startsWith(ACCOUNTS));
  const above = own.filter(({ key }) => byCodeUnits(key, ACCOUNTS) > 0 && !key.startsWith(ACCOUNTS)).map(({ index }) => index);
  const below = own.filter(({ key }) => byCodeUnits(key, ACCOUNTS) < 0).map(({ index }) => index);
  const first = inside[0]?.index ?? Math.min(...above, source.facts_count);
  const last = inside.at(-1)?.index ?? first - 1;
  const isGapless = inside.every(({ index }, at) => index === first + at);
  const beginsBefore = first === 0 || below.includes(first - 1);
  const endsAfter = last === source.facts_count - 1 || above.includes(last + 1);
  if (!isGapless || !beginsBefore || !endsAfter) throw new Invalid(place, `The service accounts of the source ${source.source} are not complete.`);
  return inside.filter((fact) => soleEntity(place, fact).type === 'SERVICE_ACCOUNT');
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
  const asked = ((parameters as { actions?: Json } | undefined)?.actions ?? []) as { action: string; on: string }[];
  if (asked.length === 0) throw new Invalid(place, 'The step names no actions.');
  const refused = members.map((principal): Json => {
    const byReason = new Map<string, Json[]>();
    for (const { action, on } of asked) {
      const decided = decidedSurely(place, googleAccessOf(context, place, { principal, resource, policies }, action, on));
      const reason = refusingReason(decided);
      if (reason === null) throw new Invalid(place, `"${principal.fact.key}" may take ${action} on "${on}".`, 'never', decided.decision);
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${action} on ${on}`]);
    }
    return { principal: principal.fact.key, refused: [...byReason].map(([layer, actions]) => ({ layer, actions })) };
  });
  const actions = asked.map(({ action, on }): ClaimedAction => ({ action, on, value: 'never' }));
  const value: Conclusion = { kind: 'not-reaches', identity: identity.fact, resource: resource.fact, actions };
  return { says: refused, value };
}
