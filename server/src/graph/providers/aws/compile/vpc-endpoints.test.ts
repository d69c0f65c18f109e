import { referenceDecision, type ReferencePolicy, type ReferenceStatement, type ReferenceContext } from '../../../../../test/support/aws-reference';
import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';

import { catalogue, evaluateAccounts } from '../../../../../test/support/evaluate-aws';
import { HOME, randomAccounts } from '../../../../../test/support/random-aws-account';
import { kindOf } from '../../../engine/catalogue/action-kinds';
import type { PolicyFact } from '../../../engine/source-facts';

/** Random bucket policies that demand endpoints, with random endpoint policies. */
const CASES = casesToTry(300, 10_000);

const BUCKET = 'arn:aws:s3:::b2';
const USER = `arn:aws:iam::${HOME}:user/u2`;
const ACTIONS = ['*', 's3:*', 's3:Get*', 's3:PutObject', 's3:*Bucket*', 's3:List*'];
const ENDPOINTS = ['vpce-1', 'vpce-2'];
const DEMANDS: Record<string, Record<string, unknown>>[] = [
  { StringEquals: { 'aws:SourceVpce': 'vpce-1' } },
  { StringEquals: { 'aws:SourceVpce': ['vpce-1', 'vpce-2'] } },
  { StringLike: { 'aws:SourceVpc': 'vpc-2' } },
  { StringEquals: { 'aws:SourceVpce': 'vpce-unknown' } },
];
const EXCEPTIONS: Record<string, Record<string, unknown>>[] = [
  { StringNotEquals: { 'aws:SourceVpce': 'vpce-1' } },
  { StringNotEquals: { 'aws:SourceVpce': ['vpce-1', 'vpce-2'] } },
  { StringNotEqualsIfExists: { 'aws:SourceVpc': 'vpc-2' } },
];

const policy = (...Statement: ReferenceStatement[]): ReferencePolicy => ({ Version: '2012-10-17', Statement });

/** The place of a request: an endpoint of the account with its policy, one that nobody knows, or the internet. */
interface Path {
  endpoint: string | null;
  vpc: string | null;
  policies: ReferencePolicy[];
}

function randomCase({ chance, one, some, times }: Dice) {
  const Resource = [BUCKET, `${BUCKET}/*`];
  const ofEndpoint = (): ReferencePolicy =>
    policy(...times(1, 2, (): ReferenceStatement => ({ Effect: 'Allow', Action: some(ACTIONS), Resource: '*', Principal: '*' })));
  // Two statements that demand different paths stay conditional, because each is decided by itself.
  const bucket = chance(0.5)
    ? policy(...times(1, 2, (): ReferenceStatement => ({ Effect: 'Allow', Action: some(ACTIONS), Resource, Principal: { AWS: USER }, Condition: one(DEMANDS) }))) // prettier-ignore
    : policy({ Effect: 'Deny', Action: some(ACTIONS), Resource, Principal: '*', Condition: one(EXCEPTIONS) });
  const own = chance(0.5) ? [policy({ Effect: 'Allow', Action: some(ACTIONS), Resource })] : [];
  const known = ENDPOINTS.map((endpoint): Path => ({ endpoint, vpc: endpoint.replace('vpce', 'vpc'), policies: [ofEndpoint()] }));
  const paths = [...known, { endpoint: 'vpce-unknown', vpc: 'vpc-unknown', policies: [] }, { endpoint: null, vpc: null, policies: [] }];
  return { bucket, own, known, paths };
}

/** Returns 2 where every path of a request allows the action, 1 where some do. */
function modeOf(action: string, resource: string, { bucket, own, paths }: ReturnType<typeof randomCase>): number {
  const allowed = paths.map(({ endpoint, vpc, policies }) => {
    const context: ReferenceContext = new Map([
      ['aws:sourcevpce', endpoint === null ? null : [endpoint]],
      ['aws:sourcevpc', vpc === null ? null : [vpc]],
    ]);
    const request = { principal: USER, action, resource, resourceAccount: HOME, context };
    const given = { identity: own, boundary: null, session: null, scps: [], rcps: [], endpoint: policies, resource: bucket, request };
    return referenceDecision(given) === 'Allowed';
  });
  // An endpoint policy limits its own path only: what the internet gives stays unconditional.
  return allowed.at(-1) ? 2 : Number(allowed.some(Boolean));
}

describe('endpoint policies', () => {
  it(`count where a policy demands the endpoint, as in the reference evaluator on ${CASES} random policies`, () => {
    const base = randomAccounts(dice(1));
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const random = randomCase(dice(seed));
      const fact = (kind: PolicyFact['kind'], holder: string, policyId: string, document: ReferencePolicy): PolicyFact => {
        return { policyId, name: policyId, uri: '', kind, holder: { nativeId: holder }, document: JSON.stringify(document) };
      };
      const home = {
        ...base.home,
        relations: [],
        policies: [
          fact('resource', BUCKET, 'bucket', random.bucket),
          ...random.own.map((document) => fact('identity', USER, 'own', document)),
          ...random.known.flatMap(({ endpoint, vpc, policies }) =>
            policies.map((document) => fact('vpc_endpoint', `vpc/${vpc}`, `vpc-endpoint/${endpoint}`, document)),
          ),
        ],
      };
      const { access, classOf, pclassOf } = evaluateAccounts({ ...base, home, levels: [], guestLevels: null });
      const uriOf = (nativeId: string): string => home.entities.find((entity) => entity.nativeId === nativeId)?.uri ?? '';
      const row = access.find((one) => one.pclassId === pclassOf.get(uriOf(USER)) && one.classId === classOf.get(uriOf(BUCKET)));
      const wanted: Record<string, number> = { READ: 0, WRITE: 0, ADMIN: 0 };
      for (const action of catalogue.ofService('s3')) {
        if (!action.resourceTypes.some((type) => type === 'bucket' || type === 'object')) continue;
        const kind = kindOf(action);
        wanted[kind] = Math.max(wanted[kind] ?? 0, modeOf(action.id, action.resourceTypes.includes('object') ? `${BUCKET}/x` : BUCKET, random));
      }
      const [found, expected] = [row ? `${row.read}${row.write}${row.admin}` : '000', Object.values(wanted).join('')];
      outcomes.add(expected);
      if (found !== expected) throw new Error(`seed ${seed}: ${found}, not ${expected}: ${JSON.stringify(random)}`);
    }
    expect(outcomes.size).toBeGreaterThan(5);
  });
});
