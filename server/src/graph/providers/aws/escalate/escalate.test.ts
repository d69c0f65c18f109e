import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactCatalogue } from '../../../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Escalation } from '../../../engine/escalation';
import { evaluateAws } from '../evaluate/evaluate';
import { normaliseAws } from '../normalise/normalise';

const ROOT = join(__dirname, '../../../../../..');
const LAB = join(ROOT, '../shared/data/cloudsplaining/example.json');
const LAB_ACCOUNT = '200611803367';
const catalogue = new Catalogue(compactCatalogue(ROOT));

interface Found {
  /** Names of each identity's escalations, with `?` after conditional ones. */
  ways: Map<string, string[]>;
  /** Names of the identities that each identity can act as. */
  becomes: Map<string, string[]>;
}

function find(account: string, content: Buffer): Found {
  const reader = new AwsBundleReader();
  reader.add({ name: 'details.json', content, problem: null });
  const facts = normaliseAws('t', account, reader.result().bundle);
  const context = { tenantId: 't', catalogue, holders: [], organization: null, accounts: new Map(), organizations: new Map(), federation: [] };
  const evaluation = evaluateAws(facts, context);
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const { attributes, steps } = step.value;
  const pathsOf = (uri: string): string[] =>
    ((attributes.get(uri)?.escalations ?? []) as Escalation[]).map(({ name, conditional }) => `${name}${conditional ? '?' : ''}`);
  const identities = facts.entities.filter(({ isIdentity }) => isIdentity);
  return {
    ways: new Map(identities.map(({ uri, name }) => [name, pathsOf(uri)])),
    becomes: new Map(
      identities.map(({ uri, name }) => [name, [...new Set(steps.filter(({ childUri }) => childUri === uri).map(({ parent }) => parent.name))]]),
    ),
  };
}

const made = (account: Parameters<typeof dump>[0]): Found => find(ACCOUNT, Buffer.from(JSON.stringify(dump(account))));
const holding = (...statements: object[]): object => user('ann', { inline: { own: policyDocument(...statements) } });

describe('a privilege escalation path', () => {
  const lambda = role('worker', trust({ Service: 'lambda.amazonaws.com' }));
  const passing = allow('iam:PassRole', arn('role', 'worker'));
  const launching = allow(['lambda:CreateFunction', 'lambda:InvokeFunction']);

  it('requires all of its permissions and a role that the service can assume', () => {
    expect(made({ users: [holding(passing, launching)], roles: [lambda] }).ways.get('ann')).toEqual(['PassRole-Lambda-Invoke']);
    expect(made({ users: [holding(passing)], roles: [lambda] }).ways.get('ann')).toEqual([]);
    expect(made({ users: [holding(passing, allow('lambda:CreateFunction'))], roles: [lambda] }).ways.get('ann')).toEqual([]);
    expect(made({ users: [holding(passing, launching)], roles: [role('worker', trust({ Service: 'ec2.amazonaws.com' }))] }).ways.get('ann')).toEqual(
      [],
    );
  });

  it('leads to the passed role, and is conditional if the grant is', () => {
    expect(made({ users: [holding(passing, launching)], roles: [lambda] }).becomes.get('ann')).toEqual(['worker']);
    const toService = (service: string) => ({ Condition: { StringEquals: { 'iam:PassedToService': service } } });
    const to = (service: string) =>
      made({ users: [holding(allow('iam:PassRole', '*', toService(service)), launching)], roles: [lambda] }).ways.get('ann');
    expect(to('lambda.amazonaws.com')).toEqual(['PassRole-Lambda-Invoke']);
    expect(to('ec2.amazonaws.com')).toEqual([]);
    const mfa = { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } };
    expect(made({ users: [holding(allow('iam:PassRole', '*', mfa), launching)], roles: [lambda] }).ways.get('ann')).toEqual([
      'PassRole-Lambda-Invoke?',
    ]);
  });

  it('is blocked by a deny and by a permissions boundary', () => {
    const all = allow('*');
    expect(
      made({ users: [holding(all, { Effect: 'Deny', Action: ['iam:*', 'lambda:*'], Resource: '*' })], roles: [lambda] }).ways.get('ann'),
    ).not.toContain('PassRole-Lambda-Invoke');
    const bounded = user('ann', { inline: { own: policyDocument(all) }, boundary: 'limit' });
    const limit = managedPolicy('limit', policyDocument(allow(['s3:*', 'lambda:*'])));
    expect(made({ users: [bounded, user('bob')], roles: [lambda], policies: [limit] }).ways.get('ann')).toEqual([
      'UpdateFunctionCode',
      'UpdateFunctionConfiguration',
    ]);
  });

  it('needs a target that exists and is not the identity itself', () => {
    const keys = (Resource: string) => [user('bob'), holding(allow('iam:CreateAccessKey', Resource))];
    expect(made({ users: keys('arn:aws:iam::*:user/${aws:username}') }).ways.get('ann')).toEqual([]);
    expect(made({ users: keys('arn:aws:iam::*:user/other-*') }).ways.get('ann')).toEqual([]);
    expect(made({ users: keys('*') })).toMatchObject({ ways: new Map([['bob', []], ['ann', ['CreateAccessKey']]]), becomes: new Map([['bob', []], ['ann', ['bob']]]) }); // prettier-ignore
    expect(made({ users: [holding(allow('iam:PutRolePolicy'))], roles: [] }).ways.get('ann')).toEqual([]);
  });

  it('is inherited from a group, and removes a boundary only for an identity that has one', () => {
    const account = {
      users: [user('ann', { groups: ['g'] })],
      groups: [group('g', ['p'])],
      policies: [managedPolicy('p', policyDocument(allow(['iam:AddUserToGroup', 'iam:DeleteUserPermissionsBoundary'])))],
    };
    expect(made(account).ways.get('ann')).toEqual(['AddUserToGroup']);
    const bounded = user('ann', { inline: { own: policyDocument(allow('iam:*')) }, boundary: 'limit' });
    const limit = managedPolicy('limit', policyDocument(allow('iam:Delete*')));
    expect(made({ users: [bounded], policies: [limit] }).ways.get('ann')).toEqual(['RemovePermissionsBoundary']);
  });
});

/** Escalations that the lab's names announce, by identity. Users and roles that share a name hold the same policies. */
const ANNOUNCED: Record<string, string[]> = {
  'fn1-privesc3-partial': ['PassRole-EC2-RunInstances'],
  'fn2-exploitableResourceConstraint': ['CreatePolicyVersion'],
  // The condition limits the age of credentials, which sessions satisfy.
  'fn3-exploitableConditionConstraint': ['CreatePolicyVersion?'],
  'fn4-exploitableNotAction': ['PutUserPolicy', 'AddUserToGroup', 'SetDefaultPolicyVersion', 'PassRole-EC2-RunInstances'],
  'privesc-CloudFormationUpdateStack': ['UpdateStack'],
  'privesc-codeBuildCreateProjectPassRole': ['PassRole-CodeBuild'],
  'privesc-ec2InstanceConnect': ['InstanceConnect'],
  'privesc-sageMakerCreateNotebookPassRole': ['PassRole-SageMaker-Notebook', 'PresignedNotebook'],
  'privesc-sageMakerCreatePresignedNotebookURL': ['PresignedNotebook'],
  'privesc-sageMakerCreateProcessingJobPassRole': ['PassRole-SageMaker-ProcessingJob'],
  'privesc-sageMakerCreateTrainingJobPassRole': ['PassRole-SageMaker-TrainingJob'],
  'privesc-sre': ['CreatePolicyVersion', 'AttachUserPolicy', 'CreateAccessKey', 'UpdateAssumeRolePolicy'],
  'privesc-ssmSendCommand': ['SendCommand'],
  'privesc-ssmStartSession': ['StartSession'],
  'privesc1-CreateNewPolicyVersion': ['CreatePolicyVersion'],
  'privesc2-SetExistingDefaultPolicyVersion': ['SetDefaultPolicyVersion'],
  'privesc3-CreateEC2WithExistingInstanceProfile': ['PassRole-EC2-RunInstances', 'PassRole-EC2-InstanceProfile'],
  'privesc4-CreateAccessKey': ['CreateAccessKey'],
  'privesc5-CreateLoginProfile': ['CreateLoginProfile'],
  'privesc6-UpdateLoginProfile': ['UpdateLoginProfile'],
  'privesc7-AttachUserPolicy': ['AttachUserPolicy'],
  'privesc8-AttachGroupPolicy': ['AttachGroupPolicy'],
  'privesc9-AttachRolePolicy': ['AttachRolePolicy'],
  'privesc10-PutUserPolicy': ['PutUserPolicy'],
  'privesc11-PutGroupPolicy': ['PutGroupPolicy'],
  'privesc12-PutRolePolicy': ['PutRolePolicy'],
  'privesc13-AddUserToGroup': ['AddUserToGroup'],
  'privesc14-UpdatingAssumeRolePolicy': ['UpdateAssumeRolePolicy'],
  'privesc15-PassExistingRoleToNewLambdaThenInvoke': ['PassRole-Lambda-Invoke'],
  'privesc16-PassRoleToNewLambdaThenTriggerWithNewDynamo': ['PassRole-Lambda-EventSource'],
  'privesc17-EditExistingLambdaFunctionWithRole': ['UpdateFunctionCode', 'UpdateFunctionConfiguration'],
  'privesc18-PassExistingRoleToNewGlueDevEndpoint': ['PassRole-Glue-DevEndpoint'],
  'privesc19-UpdateExistingGlueDevEndpoint': ['UpdateDevEndpoint'],
  'privesc20-PassExistingRoleToCloudFormation': ['PassRole-CloudFormation'],
  'privesc21-PassExistingRoleToNewDataPipeline': ['PassRole-DataPipeline', 'UpdatePipeline'],
};

/** Identities for which only some escalations are listed. */
const HOLDING_MUCH = ['fn4-exploitableNotAction', 'privesc-sre'];

/** False positives that the lab's names announce. */
const FALSE = [
  'fp1-allow-and-deny',
  'fp2-allow-and-deny-multiple-policies',
  'fp3-deny-iam',
  'fp4-nonExploitableResourceConstraint',
  'fp5-nonExploitableConditionConstraint',
];

const inLab = existsSync(LAB) ? describe : describe.skip;
inLab('escalation paths in the deliberately vulnerable lab account', () => {
  const lab = existsSync(LAB) ? find(LAB_ACCOUNT, readFileSync(LAB)) : null;
  const both = (names: readonly string[]): string[] => names.flatMap((name) => [`${name}-user`, `${name}-role`]);

  it.each(both(Object.keys(ANNOUNCED)))('include those that the name %s announces', (identity) => {
    const name = identity.replace(/-(user|role)$/, '');
    const wanted = ANNOUNCED[name] ?? [];
    expect(lab?.ways.get(identity)).toEqual(HOLDING_MUCH.includes(name) ? expect.arrayContaining(wanted) : wanted);
  });

  it.each(both(FALSE))('are absent for the false positive %s', (identity) => {
    expect(lab?.ways.get(identity)).toEqual([]);
    expect(lab?.becomes.get(identity)).toEqual([]);
  });

  it('lead through role chains to the administrator role, and to the passed service role', () => {
    expect(lab?.becomes.get('privesc-AssumeRole-starting-role')).toEqual(['privesc-AssumeRole-intermediate-role']);
    expect(lab?.becomes.get('privesc-AssumeRole-intermediate-role')).toEqual(['privesc-AssumeRole-ending-role']);
    expect(lab?.becomes.get('privesc15-PassExistingRoleToNewLambdaThenInvoke-user')).toEqual(['privesc-high-priv-service-role']);
    // No principal is trusted by this role, and it has no policy of its own, despite its name.
    expect(lab?.becomes.get('privesc-AssumeRole-start-user')).toEqual([]);
  });

  it('are checked for every identity whose name announces one, except for the listed names', () => {
    const listed = new Set(both([...Object.keys(ANNOUNCED), ...FALSE]));
    const others = [...(lab?.ways.keys() ?? [])].filter((name) => /^(fn|fp|privesc)/.test(name) && !listed.has(name));
    expect(others.sort()).toEqual([
      'privesc-AssumeRole-ending-role',
      'privesc-AssumeRole-intermediate-role',
      'privesc-AssumeRole-start-user',
      'privesc-AssumeRole-starting-role',
      'privesc-high-priv-service-role',
      'privesc-permissive-role-trust',
      'privesc-sre-group',
      'privesc11-PutGroupPolicy-group',
      'privesc8-AttachGroupPolicy-group',
    ]);
  });
});
