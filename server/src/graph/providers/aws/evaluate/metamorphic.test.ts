import { dice } from '../../../../../test/support/differential';
import { evaluateAccounts } from '../../../../../test/support/evaluate-aws';
import { ABROAD, HOME, randomAccounts, type RandomAccounts } from '../../../../../test/support/random-aws-account';
import type { PolicyFact, SourceFacts } from '../../../engine/source-facts';

/** Random accounts, each changed with a known effect. */
const ACCOUNTS = 150;

interface Statements {
  Version: string;
  Statement: object[];
}

/** The access of every identity of the account to every resource of it, as text. */
function accessOf(home: SourceFacts, accounts: RandomAccounts): Map<string, string> {
  const { access, classOf, pclassOf } = evaluateAccounts({ ...accounts, home });
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

  it('is the same after a VPC endpoint gets a policy, where no policy demands the endpoint', () => {
    const document = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: '*', Resource: '*', Principal: '*' }] });
    const ofEndpoint: PolicyFact = { policyId: 'vpc-endpoint/vpce-1', name: 'endpoint', uri: '', kind: 'vpc_endpoint', holder: { nativeId: 'vpc/vpc-1' }, document }; // prettier-ignore
    forEachAccount((accounts, before) => {
      expect(differing(accessOf({ ...accounts.home, policies: [...accounts.home.policies, ofEndpoint] }, accounts), before)).toEqual([]);
    });
  });

  it('is the same for everything else after an unrelated policy is added, whatever its kind and whomever it names', () => {
    const additions = unrelatedPolicies();
    let next = 0;
    forEachAccount((accounts, before) => {
      const { home } = accounts;
      // Each account gets some of the policies in turn, so that all of them meet many accounts.
      for (let count = 0; count < 6; count += 1) {
        const { entities, policies } = additions[next % additions.length] as Addition;
        next += 1;
        const after = accessOf({ ...home, entities: [...home.entities, ...entities], policies: [...home.policies, ...policies] }, accounts);
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (pair) => (before.get(pair) ?? '000') !== (after.get(pair) ?? '000'),
        );
        expect(changed.filter((pair) => !pair.includes(':unrelated'))).toEqual([]);
      }
    });
  });
});

type Addition = Pick<SourceFacts, 'entities' | 'policies'>;

/** Policies of a new entity: of a bucket, a key with grants, a role and a user. */
function unrelatedPolicies(): Addition[] {
  const principals = ['*', { AWS: ABROAD }, { AWS: `arn:aws:iam::${ABROAD}:user/v1` }, { AWS: `arn:aws:iam::${HOME}:user/u1` }];
  const conditions = [undefined, { StringEquals: { 'aws:PrincipalTag/team': 'data' } }, { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } }];
  const [bucket, key] = ['arn:aws:s3:::unrelated', `arn:aws:kms:us-east-1:${HOME}:key/unrelated`];
  const [ofRole, ofUser] = ['role', 'user'].map((kind) => `arn:aws:iam::${HOME}:${kind}/unrelated`) as [string, string];
  return [
    ...principals.flatMap(
      (Principal) =>
      conditions.map((Condition) => added('OBJECT_STORE', bucket, 'resource', 'policy', { Effect: 'Allow', Action: 's3:*', Resource: `${bucket}/*`, Principal, ...(Condition ? { Condition } : {}) })), // prettier-ignore
    ),
    ...principals.map((Principal) => added('OBJECT_STORE', bucket, 'resource', 'policy', { Effect: 'Deny', Action: '*', Resource: '*', Principal })),
    ...principals
      .slice(1)
      .map((Principal) => added('AWS_KMS', key, 'resource', 'grants', { Effect: 'Allow', Action: 'kms:Decrypt', Resource: key, Principal })),
    ...principals.map((Principal) => added('ROLE', ofRole, 'trust', 'trust', { Effect: 'Allow', Action: 'sts:AssumeRole', Principal })),
    added('USER', ofUser, 'identity', 'own', { Effect: 'Allow', Action: '*', Resource: '*' }),
    added('USER', ofUser, 'boundary', 'limit', { Effect: 'Deny', Action: '*', Resource: '*' }),
  ];
}

function added(type: string, nativeId: string, kind: PolicyFact['kind'], name: string, statement: object): Addition {
  const isIdentity = type === 'ROLE' || type === 'USER';
  const entity = { uri: `t:AWS:${HOME}:-:${type}:unrelated`, nativeId, name: 'unrelated', type, accountId: HOME, cloudType: 'AWS', region: '-', isIdentity, isResource: true, attributes: {} } as const; // prettier-ignore
  const document = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return { entities: [entity], policies: [{ policyId: `${nativeId}/${name}`, name, uri: 't:unrelated', kind, holder: { nativeId }, document }] };
}
