import { dice } from '../../../../../test/support/differential';
import { randomAccounts, SMALL_CATALOGUE, type RandomAccounts } from '../../../../../test/support/random-aws-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { PolicyFact, SourceFacts } from '../../../engine/source-facts';
import { evaluateAws } from './evaluate';

/** Random accounts, each changed with a known effect. */
const ACCOUNTS = 150;

const catalogue = new Catalogue(SMALL_CATALOGUE);

interface Statements {
  Version: string;
  Statement: object[];
}

/** The access of every identity of the account to every resource of it, as text. */
function accessOf(facts: SourceFacts, { levels }: RandomAccounts): Map<string, string> {
  const context = { tenantId: 't', catalogue, holders: [], organization: levels, accounts: new Map(), organizations: new Map(), federation: [] };
  const evaluation = evaluateAws(facts, context);
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const { access, classOf, pclassOf } = step.value;
  const rows = new Map(access.map((row) => [`${row.pclassId} ${row.classId}`, `${row.read}${row.write}${row.admin}`]));
  const found = new Map<string, string>();
  for (const [identity, pclass] of pclassOf)
    for (const [resource, rclass] of classOf) found.set(`${identity} on ${resource}`, rows.get(`${pclass} ${rclass}`) ?? '000');
  return found;
}

/** Returns the account with some policy documents changed. */
function changed({ home }: RandomAccounts, change: (document: Statements, policy: PolicyFact) => Statements[]): SourceFacts {
  const policies = home.policies.flatMap((policy) =>
    change(JSON.parse(policy.document) as Statements, policy).map((document, index) => ({
      ...policy,
      policyId: `${policy.policyId}-${index}`,
      document: JSON.stringify(document),
    })),
  );
  return { ...home, policies };
}

const randomCases = Array.from({ length: ACCOUNTS }, (_none, seed) => {
  const accounts = randomAccounts(dice(seed + 1));
  return { accounts, before: accessOf(accounts.home, accounts) };
});

function forEachAccount(test: (accounts: RandomAccounts, before: Map<string, string>) => void): void {
  for (const { accounts, before } of randomCases) test(accounts, before);
}

/** Returns the pairs whose access is not the same in both: jest compares maps of this size slowly. */
function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((pair) => one.get(pair) !== other.get(pair));
}

describe('evaluated access in random AWS accounts', () => {
  it('never grows when a deny is added', () => {
    forEachAccount((accounts, before) => {
      const denied = {
        Effect: 'Deny',
        Action: ['s3:Get*', 'kms:*', 'sts:*'],
        Resource: '*',
        Condition: { StringLike: { 'aws:PrincipalArn': '*1' } },
      };
      const isOwn = ({ kind }: PolicyFact): boolean => kind === 'identity' || kind === 'boundary';
      const after = accessOf(changed(accounts, (document, policy) => [isOwn(policy) ? { ...document, Statement: [...document.Statement, denied] } : document]), accounts); // prettier-ignore
      const added = [...after].filter(([pair, modes]) => [...modes].some((mode, index) => mode > (before.get(pair)?.[index] ?? '0')));
      expect(added).toEqual([]);
    });
  });

  it('is the same after policies are split by statement or statements are reversed', () => {
    forEachAccount((accounts, before) => {
      const split = changed(accounts, (document, { kind }) =>
        kind === 'identity' ? document.Statement.map((Statement) => ({ ...document, Statement: [Statement] })) : [document],
      );
      expect(differing(accessOf(split, accounts), before)).toEqual([]);
      const reversed = changed(accounts, (document) => [{ ...document, Statement: [...document.Statement].reverse() }]);
      expect(differing(accessOf(reversed, accounts), before)).toEqual([]);
    });
  });

  it('is the same for group members after each member gets the policies of the group', () => {
    forEachAccount((accounts, before) => {
      const { home } = accounts;
      const group = home.entities.find(({ type }) => type === 'GROUP')?.nativeId;
      const members = home.relations.filter(({ kind }) => kind === 'member_of').map(({ child }) => child.nativeId);
      const policies = home.policies.flatMap((policy) => {
        if (policy.holder.nativeId !== group) return [policy];
        return members.map((nativeId) => ({ ...policy, policyId: `${policy.policyId} of ${nativeId}`, holder: { nativeId } }));
      });
      const after = accessOf({ ...home, policies }, accounts);
      expect([...before].filter(([pair, modes]) => !pair.includes(':GROUP:') && after.get(pair) !== modes)).toEqual([]);
    });
  });

  it('is the same after documents are URL-encoded or get a statement that matches nothing', () => {
    forEachAccount((accounts, before) => {
      const encoded = {
        ...accounts.home,
        policies: accounts.home.policies.map((policy) => ({ ...policy, document: encodeURIComponent(policy.document) })),
      };
      expect(differing(accessOf(encoded, accounts), before)).toEqual([]);
      const nowhere = { Effect: 'Allow', Action: '*', Resource: 'arn:aws:s3:::nowhere', Principal: { AWS: 'arn:aws:iam::111122223333:user/nobody' } };
      const added = changed(accounts, (document) => [{ ...document, Statement: [...document.Statement, nowhere] }]);
      expect(differing(accessOf(added, accounts), before)).toEqual([]);
    });
  });
});
