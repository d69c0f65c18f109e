import type { Evaluation } from '../src/graph/engine/evaluation';
import { identityFacts } from '../src/graph/engine/identity-facts';
import type { PolicyFact, SourceFacts } from '../src/graph/engine/source-facts';
import { changedPrincipals } from '../src/graph/pipeline/changed-principals';
import { contentOf } from '../src/graph/pipeline/evaluation-key';
import { casesToTry, dice, type Dice } from './support/differential';
import { admittedBy, evaluateAccounts } from './support/evaluate-aws';
import { ABROAD, HOME, randomAccounts, type RandomAccounts } from './support/random-aws-account';

const CASES = casesToTry(400, 10_000);

/** Principals of the other account beside the guest, with a group. */
const NAMES = ['user/v2', 'user/v3', 'role/w1', 'group/h1'];

/** Returns random accounts whose other account has more principals, each with random policies, and a member in its group. */
function random(seed: number): RandomAccounts {
  const roll = dice(seed);
  const accounts = randomAccounts(roll);
  const { abroad } = accounts;
  const [guest] = abroad.entities;
  if (!guest) throw new Error('there is no guest');
  const entities = NAMES.map((path) => {
    const [kind = '', name = ''] = path.split('/');
    return {
      ...guest,
      type: kind.toUpperCase(),
      name,
      nativeId: `arn:aws:iam::${ABROAD}:${path}`,
      uri: `t:AWS:${ABROAD}:-:${kind.toUpperCase()}:${name}`,
    };
  });
  const group = { nativeId: `arn:aws:iam::${ABROAD}:group/h1`, uri: `t:AWS:${ABROAD}:-:GROUP:h1` };
  const member = { child: { nativeId: `arn:aws:iam::${ABROAD}:user/v2` }, parent: group, kind: 'member_of' as const, detail: {} };
  const policies = [...abroad.policies, ...entities.flatMap(({ nativeId }) => policiesOf(roll, nativeId))];
  const grants = roll.chance(0.3)
    ? [grantTo(roll.one([...NAMES.map((path) => `arn:aws:iam::${ABROAD}:${path}`), `arn:aws:iam::${ABROAD}:root`]))]
    : [];
  const home = { ...accounts.home, policies: [...accounts.home.policies, ...grants] };
  return { ...accounts, home, abroad: { ...abroad, entities: [guest, ...entities], relations: [member], policies } };
}

/** Returns the policies of a principal of other random accounts as those of this one. */
function policiesOf(roll: Dice, nativeId: string): PolicyFact[] {
  const { abroad } = randomAccounts(roll);
  return abroad.policies.map((policy, index) => ({ ...policy, policyId: `${nativeId}/${policy.kind}-${index}`, holder: { nativeId } }));
}

function grantTo(principal: string): PolicyFact {
  const key = `arn:aws:kms:us-east-1:${HOME}:key/k1`;
  const document = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { AWS: principal }, Action: 'kms:Decrypt', Resource: '*' }],
  });
  return { policyId: `${key}/grants`, name: 'grants', uri: 't:grants', kind: 'resource', holder: { nativeId: key }, document };
}

/** Returns the account without a random policy, membership or tag, or with another member in its group. */
function changedAt(roll: Dice, facts: SourceFacts): SourceFacts {
  const { policies, relations, entities } = facts;
  const kind = Math.floor(roll.next() * 4);
  if (kind === 0) return { ...facts, relations: [] };
  if (kind === 1) {
    const child = { nativeId: `arn:aws:iam::${ABROAD}:user/v3` };
    return { ...facts, relations: [...relations, ...relations.map((relation) => ({ ...relation, child }))] };
  }
  if (kind === 2) {
    const chosen = roll.one(entities);
    return { ...facts, entities: entities.map((one) => (one === chosen ? { ...one, attributes: { ...one.attributes, 'tag.new': 'yes' } } : one)) };
  }
  const lost = roll.one(policies);
  return { ...facts, policies: policies.filter((one) => one !== lost) };
}

/** Returns everything that an evaluation tells, by principals and resources instead of their classes. */
function told({ access, classOf, pclassOf, steps, externalPrincipals, attributes }: Evaluation): unknown {
  const membersOf = (classes: ReadonlyMap<string, string>, id: string): string[] => [...classes].flatMap(([uri, one]) => (one === id ? [uri] : []));
  const pairs = access.flatMap(({ pclassId, classId, actionSet, via, ...row }) =>
    membersOf(pclassOf, pclassId).flatMap((principal) =>
      membersOf(classOf, classId).map((resource) =>
        JSON.stringify([principal, resource, row, actionSet.id, via.map(({ actions, ...grant }) => ({ ...grant, actions: actions.id }))]),
      ),
    ),
  );
  return {
    pairs: pairs.sort(),
    steps: steps.map((step) => JSON.stringify(step)).sort(),
    external: externalPrincipals.map(({ uri }) => uri).sort(),
    attributes: [...attributes].map((one) => JSON.stringify(one)).sort(),
  };
}

describe('principals of other accounts that a policy may admit', () => {
  it(`are all that an evaluation needs, in ${CASES} random accounts`, () => {
    const seen = { left: 0, access: 0 };
    for (let seed = 1; seed <= CASES; seed += 1) {
      const accounts = random(seed);
      const admitted = admittedBy(accounts.home, accounts.abroad);
      const found = told(evaluateAccounts(accounts, admitted));
      expect({ seed, found }).toEqual({ seed, found: told(evaluateAccounts(accounts, accounts.abroad)) });
      seen.left += Number(admitted.entities.length < accounts.abroad.entities.length);
      seen.access += Number(JSON.stringify((found as { pairs: string[] }).pairs).includes(ABROAD));
    }
    // Cases in which nobody is left out, or nobody from outside has access, would show nothing.
    expect(seen.left).toBeGreaterThan(CASES / 4);
    expect(seen.access).toBeGreaterThan(CASES / 20);
  });

  it(`change if and only if they change among the changed principals and those near them, in ${CASES} random accounts`, () => {
    const seen = { changed: 0, less: 0 };
    for (let seed = 1; seed <= CASES; seed += 1) {
      const { home, abroad } = random(seed);
      const [before, after] = [identityFacts(abroad), identityFacts(changedAt(dice(seed), abroad))];
      const differs = (one: SourceFacts, other: SourceFacts): boolean => contentOf(admittedBy(home, one)) !== contentOf(admittedBy(home, other));
      const part = changedPrincipals({ before, after });
      const isChanged = differs(before, after);
      expect({ seed, isChanged: differs(part.before, part.after) }).toEqual({ seed, isChanged });
      seen.changed += Number(isChanged);
      seen.less += Number(part.after.entities.length < after.entities.length);
    }
    expect(seen.changed).toBeGreaterThan(CASES / 20);
    expect(CASES - seen.changed).toBeGreaterThan(CASES / 20);
    expect(seen.less).toBeGreaterThan(CASES / 20);
  });

  it('come with all of their groups and policies, also those that deny or say nothing about the resource', () => {
    const identity = (path: string, number: number, ...statements: object[]): PolicyFact => ({
      policyId: `${path}-${number}`,
      name: '',
      uri: '',
      kind: 'identity',
      holder: { nativeId: `arn:aws:iam::${ABROAD}:${path}` },
      document: JSON.stringify({ Statement: statements }), // prettier-ignore
    });
    const accounts = random(1);
    const bucket = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: '*' };
    const home: SourceFacts = {
      ...accounts.home,
      policies: [
        {
          policyId: 'b',
          name: '',
          uri: '',
          kind: 'resource',
          holder: { nativeId: 'arn:aws:s3:::b1' },
          document: JSON.stringify({ Statement: [bucket] }),
        },
      ],
    };
    const policies = [
      identity('user/v2', 1, { Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::b1/*' }),
      identity('user/v2', 2, { Effect: 'Allow', Action: 'sqs:*', Resource: '*' }),
      identity('user/v3', 1, { Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::b2/*' }),
      identity('role/w1', 1, { Effect: 'Allow', Action: 'sqs:*', Resource: '*' }),
      identity('group/h1', 1, { Effect: 'Deny', Action: '*', Resource: '*' }),
    ];
    const admitted = admittedBy(home, { ...accounts.abroad, policies });
    expect(admitted.entities.map(({ name }) => name)).toEqual(['v2', 'h1']);
    expect(admitted.policies.map(({ policyId }) => policyId)).toEqual(['user/v2-1', 'user/v2-2', 'group/h1-1']);
  });
});
