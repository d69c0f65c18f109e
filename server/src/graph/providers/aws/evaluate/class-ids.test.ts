import { ACCOUNT, allow, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { factsOf } from '../../../../../test/support/aws-bundle';
import { SMALL_CATALOGUE } from '../../../../../test/support/random-aws-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Evaluation } from '../../../engine/evaluation';
import { keepClassIds } from '../../../engine/keep-class-ids';
import { evaluateAws } from './evaluate';

const catalogue = new Catalogue(SMALL_CATALOGUE);
const reads = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::*'), allow('sqs:SendMessage', '*'));
const toVault = (name: string, extra: object = {}): object =>
  allow('s3:GetObject', 'arn:aws:s3:::vault/*', { Principal: { AWS: `arn:aws:iam::${ACCOUNT}:user/${name}` }, ...extra });

function evaluated(statements: object[]): { evaluation: Evaluation; nameOf: Map<string, string> } {
  const facts = factsOf({
    'details.json': dump({
      users: [...['ann', 'bob', 'cleo'].map((name) => user(name, { groups: ['staff'] })), user('dora', { inline: { own: reads } })],
      groups: [group('staff', ['Reads'])],
      roles: [role('robot', trust({ Service: 'ec2.amazonaws.com' }), ['Reads'])],
      policies: [managedPolicy('Reads', reads)],
    }),
    's3/list-buckets.json': { Buckets: ['plans', 'ledger', 'vault'].map((Name) => ({ Name })) },
    's3/get-bucket-policy/vault.json': { Policy: JSON.stringify(policyDocument(...statements)) },
    'sqs/list-queues.json': { QueueUrls: [`https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`] },
  });
  const evaluation = evaluateAws(facts, { tenantId: 't', catalogue, holders: [], organization: null, accounts: new Map(), organizations: new Map(), federation: [] }); // prettier-ignore
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  return { evaluation: step.value, nameOf: new Map(facts.entities.map(({ uri, name }) => [uri, name])) };
}

/** Returns the pairs with access, each with the ids of its row. */
function pairsOf({ access, classOf, pclassOf }: Evaluation, nameOf: ReadonlyMap<string, string>): Map<string, string> {
  const rows = new Set(access.map(({ pclassId, classId }) => `${pclassId} ${classId}`));
  const pairs = [...pclassOf].flatMap(([who, pclassId]) =>
    [...classOf].flatMap(([what, classId]) =>
      rows.has(`${pclassId} ${classId}`) ? [[`${nameOf.get(who)} ${nameOf.get(what)}`, `${pclassId} ${classId}`] as const] : [],
    ),
  );
  return new Map(pairs);
}

describe('access that a changed bucket policy does not concern', () => {
  const condition = { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' }, StringEquals: { 'aws:PrincipalTag/team': 'data', 'aws:ResourceTag/stage': 'prod' } }; // prettier-ignore
  const [first, second] = [evaluated([toVault('ann')]), evaluated([toVault('ann'), toVault('dora', { Condition: condition })])];
  const before = pairsOf(first.evaluation, first.nameOf);
  const changed = (after: Evaluation): string[] =>
    [...pairsOf(after, second.nameOf)].flatMap(([pair, row]) => (before.get(pair) === row || pair.endsWith(' vault') ? [] : [pair]));

  it('keeps its rows although the policy names one more user and asks for new keys', () => {
    expect(before.size).toBeGreaterThan(15);
    expect(changed(keepClassIds(second.evaluation, first.evaluation))).toEqual([]);
    // The ids that follow from the policies alone are others.
    expect(changed(second.evaluation).length).toBeGreaterThan(10);
  });
});
