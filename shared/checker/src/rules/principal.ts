import type { Policy } from '../aws/policy';
import { accountOf } from '../aws/request';
import type { FactEntity, ProvedFact } from '../context';
import { Invalid, mustBe, NotCheckable } from '../faults';
import { soleEntity } from './entity';
import type { Inference, RuleInput } from './rule';

/** A user or a role with everything that is attached to it. */
export interface Principal {
  fact: ProvedFact;
  arn: string;
  account: string;
  entity: FactEntity;
  policies: Policy[];
  boundary: Policy[] | null;
}

/**
 * `principal`: from the fact of a user or role and the facts of all groups that it is in. Says which policies are attached.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
 */
export function principalRule({ context, place, from }: RuleInput): Inference {
  const [self, ...groups] = context.facts(place, from);
  if (!self) throw new Invalid(place, 'The step names no fact.');
  const entity = onlyEntity(place, self, ['USER', 'ROLE']);
  const account = accountOf(self.key);
  if (account === null || account !== entity.account || account !== self.source.account)
    throw new NotCheckable(place, 'The identity is not of the account of its source.');
  const memberships = self.body.in.filter(({ kind }) => kind === 'member_of').map(({ id }) => id);
  mustBe(
    place,
    'The list of groups',
    groups.map(({ key }) => key),
    memberships,
  );
  for (const group of groups) {
    onlyEntity(place, group, ['GROUP']);
    if (group.source.source !== self.source.source) throw new NotCheckable(place, 'A group is of another source than its member.');
  }
  const held = [self, ...groups].flatMap(({ body }) => body.held.filter(({ kind }) => kind === 'identity'));
  const policies = held.map((policy) => context.policy(place, policy));
  const boundaries = self.body.held.filter(({ kind }) => kind === 'boundary').map((policy) => context.policy(place, policy));
  if (boundaries.length > 1) throw new NotCheckable(place, 'The identity has several permissions boundaries.');
  const boundary = boundaries.length === 0 ? null : boundaries;
  const value: Principal = { fact: self, arn: self.key, account, entity, policies, boundary };
  return {
    says: { id: self.key, account, groups: memberships, policies: policies.map(({ id }) => id), boundary: boundary?.[0]?.id ?? null },
    value,
  };
}

/** Returns the one entity of a fact. @throws NotCheckable if there is none or several, or its type or provider is not of this format */
export function onlyEntity(place: string, fact: ProvedFact, types?: readonly string[]): FactEntity {
  if (fact.source.cloud !== 'AWS') throw new NotCheckable(place, `This rule is about AWS, and not about sources of the kind ${fact.source.cloud}.`);
  const entity = soleEntity(place, fact);
  if (types && !types.includes(entity.type))
    throw new NotCheckable(place, `"${fact.key}" is of the type ${entity.type}, for which this format has no rule.`);
  return entity;
}
