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
  escalations: Map<string, string[]>;
  /** Names of the identities that each identity can act as. */
  assumable: Map<string, string[]>;
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
  const escalationsOf = (uri: string): string[] =>
    ((attributes.get(uri)?.escalations ?? []) as Escalation[]).map(({ name, conditional }) => `${name}${conditional ? '?' : ''}`);
  const identities = facts.entities.filter(({ isIdentity }) => isIdentity);
  return {
    escalations: new Map(identities.map(({ uri, name }) => [name, escalationsOf(uri)])),
    assumable: new Map(
      identities.map(({ uri, name }) => [name, [...new Set(steps.filter(({ childUri }) => childUri === uri).map(({ parent }) => parent.name))]]),
    ),
  };
}

const findIn = (account: Parameters<typeof dump>[0]): Found => find(ACCOUNT, Buffer.from(JSON.stringify(dump(account))));
const holding = (...statements: object[]): object => user('ann', { inline: { own: policyDocument(...statements) } });

describe('a privilege escalation path', () => {
  const lambda = role('worker', trust({ Service: 'lambda.amazonaws.com' }));
  const passing = allow('iam:PassRole', arn('role', 'worker'));
  const launching = allow(['lambda:CreateFunction', 'lambda:InvokeFunction']);

  it('requires all of its permissions and a role that the service can assume', () => {
    expect(findIn({ users: [holding(passing, launching)], roles: [lambda] }).escalations.get('ann')).toEqual(['PassRole-Lambda-Invoke']);
    expect(findIn({ users: [holding(passing)], roles: [lambda] }).escalations.get('ann')).toEqual([]);
    expect(findIn({ users: [holding(passing, allow('lambda:CreateFunction'))], roles: [lambda] }).escalations.get('ann')).toEqual([]);
    expect(
      findIn({ users: [holding(passing, launching)], roles: [role('worker', trust({ Service: 'ec2.amazonaws.com' }))] }).escalations.get('ann'),
    ).toEqual([]);
  });

  it('leads to the passed role, and is conditional if the grant is', () => {
    expect(findIn({ users: [holding(passing, launching)], roles: [lambda] }).assumable.get('ann')).toEqual(['worker']);
    const toService = (service: string) => ({ Condition: { StringEquals: { 'iam:PassedToService': service } } });
    const to = (service: string) =>
      findIn({ users: [holding(allow('iam:PassRole', '*', toService(service)), launching)], roles: [lambda] }).escalations.get('ann');
    expect(to('lambda.amazonaws.com')).toEqual(['PassRole-Lambda-Invoke']);
    expect(to('ec2.amazonaws.com')).toEqual([]);
    const mfa = { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } };
    expect(findIn({ users: [holding(allow('iam:PassRole', '*', mfa), launching)], roles: [lambda] }).escalations.get('ann')).toEqual([
      'PassRole-Lambda-Invoke?',
    ]);
  });

  it('is blocked by a deny and by a permissions boundary', () => {
    const all = allow('*');
    expect(
      findIn({ users: [holding(all, { Effect: 'Deny', Action: ['iam:*', 'lambda:*'], Resource: '*' })], roles: [lambda] }).escalations.get('ann'),
    ).not.toContain('PassRole-Lambda-Invoke');
    const bounded = user('ann', { inline: { own: policyDocument(all) }, boundary: 'limit' });
    const limit = managedPolicy('limit', policyDocument(allow(['s3:*', 'lambda:*'])));
    expect(findIn({ users: [bounded, user('bob')], roles: [lambda], policies: [limit] }).escalations.get('ann')).toEqual([
      'UpdateFunctionCode',
      'UpdateFunctionConfiguration',
    ]);
  });

  it('needs a target that exists and is not the identity itself', () => {
    const keys = (Resource: string) => [user('bob'), holding(allow('iam:CreateAccessKey', Resource))];
    expect(findIn({ users: keys('arn:aws:iam::*:user/${aws:username}') }).escalations.get('ann')).toEqual([]);
    expect(findIn({ users: keys('arn:aws:iam::*:user/other-*') }).escalations.get('ann')).toEqual([]);
    expect(findIn({ users: keys('*') })).toMatchObject({ escalations: new Map([['bob', []], ['ann', ['CreateAccessKey']]]), assumable: new Map([['bob', []], ['ann', ['bob']]]) }); // prettier-ignore
    expect(findIn({ users: [holding(allow('iam:PutRolePolicy'))], roles: [] }).escalations.get('ann')).toEqual([]);
  });

  it('is inherited from a group, and removes a boundary only for an identity that has one', () => {
    const account = {
      users: [user('ann', { groups: ['g'] })],
      groups: [group('g', ['p'])],
      policies: [managedPolicy('p', policyDocument(allow(['iam:AddUserToGroup', 'iam:DeleteUserPermissionsBoundary'])))],
    };
    expect(findIn(account).escalations.get('ann')).toEqual(['AddUserToGroup']);
    const bounded = user('ann', { inline: { own: policyDocument(allow('iam:*')) }, boundary: 'limit' });
    const limit = managedPolicy('limit', policyDocument(allow('iam:Delete*')));
    expect(findIn({ users: [bounded], policies: [limit] }).escalations.get('ann')).toEqual(['RemovePermissionsBoundary']);
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
const BROADLY_PRIVILEGED = ['fn4-exploitableNotAction', 'privesc-sre'];

/** False positives that the lab's names announce. */
const FALSE_POSITIVES = [
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
    expect(lab?.escalations.get(identity)).toEqual(BROADLY_PRIVILEGED.includes(name) ? expect.arrayContaining(wanted) : wanted);
  });

  it.each(both(FALSE_POSITIVES))('are absent for the false positive %s', (identity) => {
    expect(lab?.escalations.get(identity)).toEqual([]);
    expect(lab?.assumable.get(identity)).toEqual([]);
  });

  it('lead through role chains to the administrator role, and to the passed service role', () => {
    expect(lab?.assumable.get('privesc-AssumeRole-starting-role')).toEqual(['privesc-AssumeRole-intermediate-role']);
    expect(lab?.assumable.get('privesc-AssumeRole-intermediate-role')).toEqual(['privesc-AssumeRole-ending-role']);
    expect(lab?.assumable.get('privesc15-PassExistingRoleToNewLambdaThenInvoke-user')).toEqual(['privesc-high-priv-service-role']);
    // No principal is trusted by this role, and it has no policy of its own, despite its name.
    expect(lab?.assumable.get('privesc-AssumeRole-start-user')).toEqual([]);
  });

  it('are checked for every identity whose name announces one, except for the listed names', () => {
    const listed = new Set(both([...Object.keys(ANNOUNCED), ...FALSE_POSITIVES]));
    const others = [...(lab?.escalations.keys() ?? [])].filter((name) => /^(fn|fp|privesc)/.test(name) && !listed.has(name));
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
