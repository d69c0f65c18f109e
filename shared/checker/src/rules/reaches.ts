import { byCodeUnits, type Json } from '../canonical';
import { Invalid } from '../faults';
import type { ActionValue, Claim, ClaimedAction } from '../format';
import type { ProvedFact, ReplayContext } from '../context';
import { soleEntity } from './entity';
import type { Decisions } from './decides';
import type { Inference, RuleInput } from './rule';

/** A role that a principal may assume, or a service account that it may impersonate. */
export interface Assumption {
  by: ProvedFact;
  role: ProvedFact;
  value: 'always' | 'conditional';
}

/** The result of the last step of a proof. */
export interface Conclusion {
  kind: Claim['kind'];
  identity: ProvedFact;
  resource: ProvedFact;
  actions: ClaimedAction[];
}

/**
 * Permissions that give credentials of a service account.
 * @see https://cloud.google.com/iam/docs/service-account-permissions
 */
export const IMPERSONATING: readonly string[] = [
  'iam.serviceAccountKeys.create',
  'iam.serviceAccounts.getAccessToken',
  'iam.serviceAccounts.signBlob',
  'iam.serviceAccounts.signJwt',
];

/** The actions by which one acts as an identity of a type. */
const BECOMING: Readonly<Record<string, readonly string[]>> = { ROLE: ['sts:AssumeRole'], SERVICE_ACCOUNT: IMPERSONATING };

/**
 * `becomes`: from a decision on assuming a role, or on credentials of a service account. Says who may act as whom.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_manage-assume.html
 */
export function becomesRule({ context, place, from }: RuleInput): Inference {
  const { principal, resource, decisions } = decisionsOf(context, place, onlyOne(place, from));
  const { type } = soleEntity(place, resource.fact);
  const actions = (Object.hasOwn(BECOMING, type) ? BECOMING[type] : undefined) ?? [];
  const found = actions.flatMap((action) => decisions.get(action) ?? []);
  if (found.length === 0) throw new Invalid(place, 'The decision is not about acting as somebody else.');
  if (found.every((decision) => decision === 'denied' || decision === 'not allowed'))
    throw new Invalid(place, `Nobody may act as "${resource.fact.key}" by this decision.`, 'becomes', found);
  const value: Assumption = { by: principal.fact, role: resource.fact, value: found.includes('allowed') ? 'always' : 'conditional' };
  return { says: { from: principal.fact.key, to: resource.fact.key, value: value.value }, value };
}

/** Returns the decisions of a step of any provider. */
function decisionsOf(context: ReplayContext, place: string, id: string): Decisions {
  const rule = context.ruleOf(id) ?? '';
  return context.result<Decisions>(place, id, ['gcp-decides', 'azure-decides', 'directory-decides'].includes(rule) ? rule : 'decides');
}

/**
 * `reaches`: from roles that are assumed, in order, and decisions of the identity or of these roles on one resource. Says the best value of each action: a
 * condition anywhere on the way makes it conditional.
 */
export function reachesRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const identityKey = (parameters as { identity?: Json } | undefined)?.identity;
  const reached = new Map<string, ActionValue>();
  const best = new Map<string, ClaimedAction>();
  let identity: ProvedFact | undefined;
  let resource: ProvedFact | undefined;
  const idOf = ({ source, key }: ProvedFact): string => `${source.source} ${key}`;
  const begin = (fact: ProvedFact): void => {
    if (!identity && fact.key === identityKey) {
      identity = fact;
      reached.set(idOf(fact), 'always');
    }
  };
  for (const id of from) {
    if (context.ruleOf(id) === 'becomes') {
      const { by, role, value } = context.result<Assumption>(place, id, 'becomes');
      begin(by);
      const own = reached.get(idOf(by));
      if (own === undefined) throw new Invalid(place, `"${by.key}" is not reached before "${id}".`);
      if (reached.get(idOf(role)) !== 'always') reached.set(idOf(role), weaker(own, value));
      continue;
    }
    const { principal, resource: target, on, decisions } = decisionsOf(context, place, id);
    begin(principal.fact);
    const own = reached.get(idOf(principal.fact));
    if (own === undefined) throw new Invalid(place, `"${principal.fact.key}" is not reached before "${id}".`);
    resource ??= target.fact;
    if (resource !== target.fact) throw new Invalid(place, 'The decisions are about several resources.');
    for (const [action, decision] of decisions) {
      if (decision === 'denied' || decision === 'not allowed') continue;
      const value = weaker(own, decision === 'allowed' ? 'always' : 'conditional');
      const known = best.get(action);
      if (!known || (known.value === 'conditional' && value === 'always')) best.set(action, { action, on, value });
    }
  }
  if (!identity || !resource) throw new Invalid(place, 'The step names no decision of the identity.');
  const actions = [...best.values()].sort((a, b) => byCodeUnits(a.action, b.action));
  const value: Conclusion = { kind: 'reaches', identity, resource, actions };
  return { says: { identity: identity.key, resource: resource.key, actions: actions as unknown as Json }, value };
}

function weaker(one: ActionValue, other: ActionValue): ActionValue {
  return one === 'always' ? other : one;
}

function onlyOne(place: string, from: readonly string[]): string {
  const [id, ...others] = from;
  if (id === undefined || others.length > 0) throw new Invalid(place, 'The step has to name one other step.');
  return id;
}
