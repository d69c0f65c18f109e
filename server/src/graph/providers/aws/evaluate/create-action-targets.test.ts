import { join } from 'node:path';
import { compactCatalogue } from '../../../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, allow, dump, managedPolicy, policyDocument, user } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { EvaluationContext } from '../../../engine/evaluation';
import { normaliseAws } from '../normalise/normalise';
import { usageKinds } from '../../usage-kinds';
import { evaluateAws } from './evaluate';

const catalogue = new Catalogue(compactCatalogue(join(__dirname, '../../../../../..')));

const deny = (Action: string | string[], Resource: string, more: object = {}): object => ({ Effect: 'Deny', Action, Resource, ...more });
const to = (service: string, name: string, region = '*'): string => `arn:aws:${service}:${region}:${ACCOUNT}:${name}`;

interface Limits {
  boundary?: object[];
  scp?: object[];
}

/** Returns Ann's access to the account itself under these statements. Conditional actions end in `?`. */
function onAccount(statements: readonly object[], { boundary, scp }: Limits = {}): string[] {
  const ann = user('ann', { inline: { own: policyDocument(...statements) }, ...(boundary ? { boundary: 'limit' } : {}) });
  const policies = boundary ? [managedPolicy('limit', policyDocument(...boundary))] : [];
  const reader = new AwsBundleReader();
  reader.add({ name: 'details.json', content: Buffer.from(JSON.stringify(dump({ users: [ann], policies }))), problem: null });
  const facts = normaliseAws('t', ACCOUNT, reader.result().bundle);
  const node = { nativeId: 'ou-1' };
  const level = {
    policyId: 'p',
    name: 'p',
    uri: 't:p',
    kind: 'scp' as const,
    holder: node,
    document: JSON.stringify(policyDocument(...(scp ?? []))),
  };
  const context: EvaluationContext = {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: scp ? [{ node, policies: [level] }] : null,
    accounts: new Map(),
    organizations: new Map(),
    federation: [],
  };
  const evaluation = evaluateAws(facts, context);
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const { access, classOf, pclassOf } = step.value;
  const uriOf = (name: string): string => facts.entities.find((entity) => entity.name === name)?.uri ?? '';
  const row = access.find(({ pclassId, classId }) => pclassId === pclassOf.get(uriOf('ann')) && classId === classOf.get(uriOf(ACCOUNT)));
  if (!row) return [];
  const isSure = [row.read, row.write, row.admin].includes(2);
  return row.actionSet.names.map((name) => `${name}${isSure ? '' : '?'}`);
}

const createFunction = allow('lambda:CreateFunction');
const EVERYTHING = allow('*');

describe('create actions on an account', () => {
  it('are allowed by a pattern for new resources, even if no such resource exists', () => {
    expect(onAccount([createFunction])).toEqual(['lambda:CreateFunction']);
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'function:dev-*'))])).toEqual(['lambda:CreateFunction']);
    expect(onAccount([allow('lambda:UpdateFunctionCode', to('lambda', 'function:*'))])).toEqual([]);
    expect(onAccount([allow('s3:CreateBucket', 'arn:aws:s3:::dev-*')])).toEqual(['s3:CreateBucket']);
  });

  it('are not allowed by a statement for one resource, another resource type or another account', () => {
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'function:one', 'eu-west-1'))])).toEqual([]);
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'layer:*'))])).toEqual([]);
    expect(onAccount([allow('lambda:CreateFunction', 'arn:aws:lambda:*:999999999999:function:*')])).toEqual([]);
    expect(onAccount([allow('s3:*', 'arn:aws:s3:::logs/*')])).toEqual([]);
    // The statement gives its name, but not its region.
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'function:one'))])).toEqual(['lambda:CreateFunction']);
  });

  it('are denied if denies, boundaries and organization policies together exclude every new resource', () => {
    const others = { boundary: [allow('lambda:*', to('lambda', 'function:ops-*'))] };
    expect(onAccount([createFunction, deny('lambda:*', to('lambda', 'function:*'))])).toEqual([]);
    expect(onAccount([createFunction, deny('lambda:*', to('lambda', 'function:prod-*'))])).toEqual(['lambda:CreateFunction']);
    expect(onAccount([createFunction], others)).toEqual(['lambda:CreateFunction']);
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'function:dev-*'))], others)).toEqual([]);
    expect(onAccount([allow('lambda:CreateFunction', to('lambda', 'function:*-api'))], others)).toEqual(['lambda:CreateFunction']);
    expect(onAccount([createFunction], { scp: [EVERYTHING, deny('lambda:Create*', '*')] })).toEqual([]);
    expect(onAccount([createFunction], { scp: [allow('s3:*')] })).toEqual([]);
  });

  it('are conditional if a policy depends on the region or on the request', () => {
    const abroad = { StringNotEquals: { 'aws:RequestedRegion': 'eu-central-1' } };
    expect(onAccount([createFunction], { scp: [EVERYTHING, deny('*', '*', { Condition: abroad })] })).toEqual(['lambda:CreateFunction?']);
    expect(onAccount([{ ...createFunction, Condition: { StringEquals: { 'aws:RequestTag/team': 'data' } } }])).toEqual(['lambda:CreateFunction?']);
  });

  it('need a grant on every resource type that the action requires', () => {
    const on = (...types: string[]): object[] => types.map((type) => allow('ec2:RunInstances', `arn:aws:ec2:*:*:${type}/*`));
    expect(onAccount([allow('ec2:RunInstances')])).toEqual(['ec2:RunInstances']);
    expect(onAccount(on('instance'))).toEqual([]);
    const parts = on('instance', 'subnet', 'network-interface', 'security-group');
    expect(onAccount([...parts, allow('ec2:RunInstances', 'arn:aws:ec2:*::image/*')])).toEqual(['ec2:RunInstances']);
    // A resource that must exist beforehand may be a named one of another account.
    expect(onAccount([...parts, allow('ec2:RunInstances', 'arn:aws:ec2:eu-west-1::image/ami-1')])).toEqual(['ec2:RunInstances']);
    const shared = allow('ec2:RunInstances', 'arn:aws:ec2:eu-west-1:999999999999:subnet/subnet-1');
    expect(
      onAccount([...on('instance', 'network-interface', 'security-group', 'volume'), shared, allow('ec2:RunInstances', 'arn:aws:ec2:*::image/*')]),
    ).toEqual(['ec2:RunInstances']);
  });

  it('include the actions that create a resource, but not those that create or change a part of one', () => {
    const { makes } = usageKinds('AWS', catalogue);
    expect(
      ['lambda:CreateFunction', 'ec2:RunInstances', 's3:CreateBucket', 'iam:CreateUser', 'ecs:RegisterTaskDefinition'].filter(makes),
    ).toHaveLength(5);
    expect(['iam:CreateAccessKey', 'iam:CreatePolicyVersion', 'lambda:CreateAlias', 'ec2:CreateTags', 's3:PutObject'].filter(makes)).toEqual([]);
  });
});
