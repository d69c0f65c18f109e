import type { Policy } from '../aws/policy';
import type { FactEntity, ProvedFact, ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import { onlyEntity } from './principal';
import type { Inference, RuleInput } from './rule';

/** A resource with its own policies. */
export interface Resource {
  fact: ProvedFact;
  arn: string;
  account: string;
  entity: FactEntity;
  policies: Policy[];
}

/** Resources that belong to AWS: customers may do less with them than policies say. */
const OWNED = /^arn:[^:]+:(?:iam::aws:policy\/|iam::\d{12}:role\/(?:aws-reserved|aws-service-role)\/|kms:[^:]*:\d{12}:alias\/aws\/)/;
/** Policies that stand for the grants of a key, or for what access points admit. */
const GRANTS = /(?::kms:[^/]*:key|:s3:[^/]*:accesspoint)\/[^/]+\/grants$/;

/** `resource`: from the fact of a resource. Says which policies of its own it has. */
export function resourceRule({ context, place, from }: RuleInput): Inference {
  const [fact, ...others] = context.facts(place, from);
  if (!fact || others.length > 0) throw new Invalid(place, 'The step has to name one fact.');
  const value = resourceOf(context, place, fact);
  if (OWNED.test(value.arn)) throw new NotCheckable(place, `"${value.arn}" belongs to AWS, and this format has no rule for such resources.`);
  return { says: { id: value.arn, account: value.account, policies: value.policies.map(({ id }) => id) }, value };
}

/** Returns a resource, or a role whose trust policy decides who assumes it. */
export function resourceOf(context: ReplayContext, place: string, fact: ProvedFact): Resource {
  const entity = onlyEntity(place, fact);
  if (!entity.resource || !fact.key.startsWith('arn:') || entity.type === 'ACCOUNT_DATA')
    throw new NotCheckable(place, `"${fact.key}" is an account or has no ARN. Actions on an account as a whole cannot be expressed yet.`);
  if (typeof entity.attributes.accesspoints === 'number')
    throw new NotCheckable(place, `"${fact.key}" has access points, for which this format has no rule.`);
  const held = fact.body.held.filter(({ kind }) => kind === 'resource' || kind === 'trust');
  const policies = held.map((policy) => context.policy(place, policy));
  for (const { id, statements } of policies) {
    if (GRANTS.test(id)) throw new NotCheckable(place, `"${fact.key}" has grants, for which this format has no rule.`);
    const names = statements.flatMap(({ principals }) => principals?.AWS ?? []);
    if (names.some((name) => /^[0-9a-f]{64}$/.test(name)))
      throw new NotCheckable(place, `The policy "${id}" names an account by its canonical user id, for which this format has no rule.`);
  }
  return { fact, arn: fact.key, account: entity.account, entity, policies };
}
