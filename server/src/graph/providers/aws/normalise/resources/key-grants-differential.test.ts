import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import type { ReferencePolicy } from '../../../../../../test/support/aws-reference';
import { casesToTry, dice, type Dice } from '../../../../../../test/support/differential';
import { referenceKeyAccess, type ReferenceGrant } from '../../../../../../test/support/kms-grant-reference';
import { kindOf } from '../../../../engine/catalogue/action-kinds';
import { Catalogue } from '../../../../engine/catalogue/catalogue';
import { evaluateAws } from '../../evaluate/evaluate';

/** Random accounts whose keys have grants. */
const ACCOUNTS = casesToTry(300, 10_000);

const OTHER = '444455556666';
const SERVICE = 'dynamodb.eu-west-1.amazonaws.com';
const OPERATIONS = ['Decrypt', 'Encrypt', 'DescribeKey', 'CreateGrant', 'RetireGrant'];
const catalogue = new Catalogue({
  services: {
    kms: {
      actions: [
        ['Decrypt', 'Write', ['key']],
        ['Encrypt', 'Write', ['key']],
        ['DescribeKey', 'Read', ['key']],
        ['CreateGrant', 'Permissions management', ['key']],
        ['RetireGrant', 'Permissions management', ['key']],
        ['PutKeyPolicy', 'Permissions management', ['key']],
      ],
      resources: [['key', 'arn:${Partition}:kms:${Region}:${Account}:key/${KeyId}']],
    },
  },
});

const KEYS = ['k1', 'k2'];
const keyArn = (name: string): string => `arn:aws:kms:eu-west-1:${ACCOUNT}:key/${name}`;
const abroad = (text: string): string => text.replaceAll(ACCOUNT, OTHER);
const [U1, U2, R1, V1, W1] = [arn('user', 'u1'), arn('user', 'u2'), arn('role', 'r1'), abroad(arn('user', 'v1')), abroad(arn('role', 'w1'))];
const PRINCIPALS = [U1, U2, R1, V1, W1, SERVICE];
const ACTIONS = ['kms:*', 'kms:Decrypt', 'kms:*crypt', 'kms:DescribeKey', 'kms:*Grant', 'kms:PutKeyPolicy'];

interface RandomKeys {
  home: Record<string, unknown>;
  other: Record<string, unknown>;
  own: Map<string, ReferencePolicy[]>;
  keyPolicies: Map<string, ReferencePolicy>;
  grants: Map<string, ReferenceGrant[]>;
}

function randomKeys({ chance, some, one, times }: Dice): RandomKeys {
  const document = (statements: object[]): ReferencePolicy => policyDocument(...statements) as unknown as ReferencePolicy;
  const identity = (): ReferencePolicy =>
    document(times(0, 2, () => ({ ...allow(some(ACTIONS), one(['*', keyArn('k1'), keyArn('k?')])), Effect: chance(0.8) ? 'Allow' : 'Deny' })));
  const [u1, u2, ofGroup, r1, v1, w1] = times(6, 6, identity) as [ReferencePolicy, ReferencePolicy, ReferencePolicy, ReferencePolicy, ReferencePolicy, ReferencePolicy]; // prettier-ignore
  const named = [U1, U2, R1, V1, `arn:aws:iam::${OTHER}:root`, `arn:aws:iam::${ACCOUNT}:root`];
  const keyPolicies = new Map(
    KEYS.map((name) => [
      name,
      document([
        ...(chance(0.6) ? [allow('kms:*', '*', { Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` } })] : []),
        ...times(0, 1, () => allow(some(ACTIONS), '*', { Principal: { AWS: some(named) } })),
        ...times(0, 1, () => ({
          ...allow(some(ACTIONS), '*', { Principal: chance(0.3) ? '*' : { AWS: some([U1, R1, V1, W1]) } }),
          Effect: 'Deny',
          ...(chance(0.4) ? { Condition: { StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' } } } : {}),
        })),
      ]),
    ]),
  );
  const constraints = (): ReferenceGrant['Constraints'] => ({
    ...(chance(0.5) ? { EncryptionContextSubset: { Project: 'harbour' } } : {}),
    ...(chance(0.3) ? { EncryptionContextEquals: { Project: 'harbour', stage: 'prod' } } : {}),
    ...(chance(0.2) ? { SourceArn: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/t` } : {}),
  });
  const grants = new Map(
    KEYS.map((name) => [
      name,
      times(0, 3, () => ({
        GrantId: `g${one(['1', '2', '3'])}`,
        ...(chance(0.1)
          ? { GranteeServicePrincipal: SERVICE }
          : { GranteePrincipal: one([U1, U2, R1, V1, W1, ACCOUNT, `arn:aws:iam::${OTHER}:root`, SERVICE]) }),
        ...(chance(0.3) ? { RetiringPrincipal: one([U1, R1, W1]) } : {}),
        Operations: some(OPERATIONS),
        ...(chance(0.5) ? { Constraints: constraints() } : {}),
      })),
    ]),
  );
  return {
    home: {
      'iam.json': dump({
        groups: [group('g', ['OfGroup'])],
        policies: [managedPolicy('OfGroup', ofGroup)],
        users: [user('u1', { inline: { own: u1 }, groups: ['g'] }), user('u2', { inline: { own: u2 } })],
        roles: [{ ...role('r1', trust({ Service: 'ec2.amazonaws.com' })), RolePolicyList: [{ PolicyName: 'own', PolicyDocument: r1 }] }],
      }),
      'eu-west-1/kms/list-keys.json': { Keys: KEYS.map((KeyId) => ({ KeyId, KeyArn: keyArn(KeyId) })) },
      ...Object.fromEntries(
        [...keyPolicies].map(([name, policy]) => [`eu-west-1/kms/get-key-policy/${name}.json`, { Policy: JSON.stringify(policy) }]),
      ),
      ...Object.fromEntries([...grants].map(([name, Grants]) => [`eu-west-1/kms/list-grants/${name}.json`, { Grants }])),
    },
    other: {
      'iam.json': abroad(
        JSON.stringify(
          dump({
            // The role has no policy at all where the document is empty.
            users: [user('v1', { inline: { own: v1 } })],
            roles: [{ ...role('w1', trust({ Service: 'ec2.amazonaws.com' })), RolePolicyList: w1.Statement.length > 0 ? [{ PolicyName: 'own', PolicyDocument: w1 }] : [] }], // prettier-ignore
          }),
        ),
      ).replaceAll(keyArn('').replace(ACCOUNT, OTHER), keyArn('')),
    },
    own: new Map([[U1, [u1, ofGroup]], [U2, [u2]], [R1, [r1]], [V1, [v1]], [W1, [w1]], [SERVICE, []]]), // prettier-ignore
    keyPolicies,
    grants,
  };
}

describe('access through grants of KMS keys', () => {
  it(`agrees with the reference evaluator in ${ACCOUNTS} random accounts`, () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
      const random = randomKeys(dice(seed));
      const [home, other] = [factsOf(random.home), factsOf(random.other, OTHER)];
      const steps = evaluateAws(home, {
        tenantId: 't',
        catalogue,
        holders: [],
        organization: null,
        organizations: new Map(),
        accounts: new Map([[OTHER, other]]),
        federation: [],
      });
      let step = steps.next();
      while (!step.done) step = steps.next();
      const { access, classOf, pclassOf, externalPrincipals } = step.value;
      const entities = [...home.entities, ...other.entities, ...externalPrincipals];
      const uriOf = (nativeId: string): string => entities.find((entity) => entity.nativeId === nativeId)?.uri ?? '';
      for (const principal of PRINCIPALS) {
        for (const key of KEYS) {
          const row = access.find((one) => one.pclassId === pclassOf.get(uriOf(principal)) && one.classId === classOf.get(uriOf(keyArn(key))));
          const modes = { READ: 0, WRITE: 0, ADMIN: 0 };
          const actions: string[] = [];
          for (const action of catalogue.actions) {
            const sureness = referenceKeyAccess(
              {
                identity: random.own.get(principal) ?? [],
                boundary: null,
                session: null,
                scps: [],
                rcps: [],
                endpoint: [],
                resource: random.keyPolicies.get(key) ?? null,
                request: { principal, action: action.id, resource: keyArn(key), resourceAccount: ACCOUNT, context: new Map() },
              },
              random.grants.get(key) ?? [],
            );
            modes[kindOf(action)] = Math.max(modes[kindOf(action)], sureness);
            if (sureness > 0) actions.push(action.id);
          }
          const found = row ? `${row.read}${row.write}${row.admin} ${[...row.actions].sort().join(' ')}` : '000 ';
          const wanted = `${Object.values(modes).join('')} ${actions.sort().join(' ')}`;
          const outcome = wanted.slice(0, 3);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (found !== wanted)
            throw new Error(
              `seed ${seed}: ${principal} on ${key}: ${found}, not ${wanted}: ${JSON.stringify({ own: random.own.get(principal), key: random.keyPolicies.get(key), grants: random.grants.get(key) })}`,
            );
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(15);
  });
});
