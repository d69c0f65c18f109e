/** Targets on which an action must be allowed: entities of the account, or any resource, existing or not. */
export type EscalationTarget = 'another user' | 'user' | 'group' | 'role' | 'customer policy' | 'own boundary' | 'anything';

/** One of these actions, on one such target. */
export interface EscalationPart {
  anyOf: readonly string[];
  on: EscalationTarget;
}

/** A publicly documented privilege escalation in AWS. */
export interface AwsEscalationRule {
  name: string;
  /** The explanation, as a sentence. */
  reason: string;
  parts: readonly EscalationPart[];
  /** Service to which the identity must also be able to pass a role (iam:PassRole). */
  passesTo?: string;
  /** Relation to the takeover's target, which is the target of the first step or the passed role, in words. */
  takeoverRelation?: string;
  /** Type of existing resources that the escalation controls. The identity takes over the role that the resource runs as. */
  runsOn?: string;
}

const on = (target: EscalationTarget, ...anyOf: string[]): EscalationPart => ({ anyOf, on: target });
const own = (name: string, reason: string, ...parts: EscalationPart[]): AwsEscalationRule => ({ name, reason, parts });
const takingOver = (takeoverRelation: string, rule: AwsEscalationRule): AwsEscalationRule => ({ ...rule, takeoverRelation });

/** Escalations that change an identity's permissions or credentials. */
const OF_IDENTITIES: readonly AwsEscalationRule[] = [
  own('CreatePolicyVersion', 'It can create a new default version of an attached policy.', on('customer policy', 'iam:CreatePolicyVersion')),
  own('SetDefaultPolicyVersion', 'It can activate an older policy version that allows more.', on('customer policy', 'iam:SetDefaultPolicyVersion')),
  own('AttachUserPolicy', 'It can attach any policy to a user, including AdministratorAccess.', on('user', 'iam:AttachUserPolicy')),
  own('AttachGroupPolicy', 'It can attach any policy to a group and thus to its members.', on('group', 'iam:AttachGroupPolicy')),
  own('AttachRolePolicy', 'It can attach any policy to a role.', on('role', 'iam:AttachRolePolicy')),
  own('PutUserPolicy', 'It can add an inline policy to a user.', on('user', 'iam:PutUserPolicy')),
  own('PutGroupPolicy', 'It can add an inline policy to a group.', on('group', 'iam:PutGroupPolicy')),
  own('PutRolePolicy', 'It can add an inline policy to a role.', on('role', 'iam:PutRolePolicy')),
  own('AddUserToGroup', 'It can add a user to a group with more permissions.', on('group', 'iam:AddUserToGroup')),
  own(
    'RemovePermissionsBoundary',
    'It can remove or replace its own permissions boundary.',
    on(
      'own boundary',
      'iam:DeleteUserPermissionsBoundary',
      'iam:PutUserPermissionsBoundary',
      'iam:DeleteRolePermissionsBoundary',
      'iam:PutRolePermissionsBoundary',
    ),
  ),
  own(
    'TrustedProvider',
    'It can change an identity provider that roles trust and sign in as any of its users.',
    on('anything', 'iam:UpdateSAMLProvider', 'iam:AddClientIDToOpenIDConnectProvider', 'iam:UpdateOpenIDConnectProviderThumbprint'),
  ),
  takingOver(
    'may create access keys for',
    own('CreateAccessKey', 'It can create access keys for another user and sign in as that user.', on('another user', 'iam:CreateAccessKey')),
  ),
  takingOver(
    'may set a console password for',
    own('CreateLoginProfile', 'It can set a console password for a user without one.', on('another user', 'iam:CreateLoginProfile')),
  ),
  takingOver(
    'may change the password of',
    own('UpdateLoginProfile', 'It can change the console password of another user.', on('another user', 'iam:UpdateLoginProfile')),
  ),
  takingOver(
    'may change the trust policy of',
    own(
      'UpdateAssumeRolePolicy',
      'It can change the trust policy of a role and let itself assume the role.',
      on('role', 'iam:UpdateAssumeRolePolicy'),
    ),
  ),
];

const passing = (name: string, service: string, what: string, ...parts: (string | string[])[]): AwsEscalationRule => ({
  name: `PassRole-${name}`,
  reason: `It can pass a role to ${what} that it controls and act as that role.`,
  parts: parts.map((actions) => on('anything', ...[actions].flat())),
  passesTo: `${service}.amazonaws.com`,
  takeoverRelation: `may run ${what} as`,
});

/** Escalations that pass a role to a new resource. */
const BY_PASSING: readonly AwsEscalationRule[] = [
  passing('EC2-RunInstances', 'ec2', 'an instance', 'ec2:RunInstances'),
  passing('EC2-InstanceProfile', 'ec2', 'an instance', ['ec2:AssociateIamInstanceProfile', 'ec2:ReplaceIamInstanceProfileAssociation']),
  passing('EC2-AutoScaling', 'ec2', 'an instance of an Auto Scaling group', 'autoscaling:CreateAutoScalingGroup', [
    'autoscaling:CreateLaunchConfiguration',
    'ec2:CreateLaunchTemplate',
  ]),
  passing('Lambda-Invoke', 'lambda', 'a Lambda function', 'lambda:CreateFunction', [
    'lambda:InvokeFunction',
    'lambda:AddPermission',
    'lambda:CreateFunctionUrlConfig',
  ]),
  passing('Lambda-EventSource', 'lambda', 'a Lambda function', 'lambda:CreateFunction', 'lambda:CreateEventSourceMapping'),
  passing('Glue-DevEndpoint', 'glue', 'a Glue development endpoint', 'glue:CreateDevEndpoint'),
  passing('Glue-Job', 'glue', 'a Glue job', ['glue:CreateJob', 'glue:UpdateJob'], ['glue:StartJobRun', 'glue:CreateTrigger']),
  passing('CloudFormation', 'cloudformation', 'a CloudFormation stack', [
    'cloudformation:CreateStack',
    'cloudformation:UpdateStack',
    'cloudformation:CreateStackSet',
  ]),
  passing(
    'DataPipeline',
    'datapipeline',
    'a data pipeline',
    'datapipeline:CreatePipeline',
    'datapipeline:PutPipelineDefinition',
    'datapipeline:ActivatePipeline',
  ),
  passing(
    'CodeBuild',
    'codebuild',
    'a CodeBuild project',
    ['codebuild:CreateProject', 'codebuild:UpdateProject'],
    ['codebuild:StartBuild', 'codebuild:StartBuildBatch'],
  ),
  passing('CodeStar', 'codestar', 'a CodeStar project', 'codestar:CreateProject'),
  passing(
    'SageMaker-Notebook',
    'sagemaker',
    'a SageMaker notebook',
    'sagemaker:CreateNotebookInstance',
    'sagemaker:CreatePresignedNotebookInstanceUrl',
  ),
  passing('SageMaker-ProcessingJob', 'sagemaker', 'a SageMaker processing job', 'sagemaker:CreateProcessingJob'),
  passing('SageMaker-TrainingJob', 'sagemaker', 'a SageMaker training job', 'sagemaker:CreateTrainingJob'),
  passing('ECS', 'ecs-tasks', 'a container', 'ecs:RegisterTaskDefinition', [
    'ecs:RunTask',
    'ecs:StartTask',
    'ecs:CreateService',
    'ecs:UpdateService',
  ]),
  passing('Batch', 'ecs-tasks', 'a batch job', 'batch:RegisterJobDefinition', 'batch:SubmitJob'),
  passing('EMR', 'ec2', 'an EMR cluster', 'elasticmapreduce:RunJobFlow'),
  passing('StepFunctions', 'states', 'a state machine', 'states:CreateStateMachine', 'states:StartExecution'),
  passing('Automation', 'ssm', 'a Systems Manager automation', 'ssm:StartAutomationExecution'),
  passing('Scheduler', 'scheduler', 'a schedule', 'scheduler:CreateSchedule'),
  passing('AppRunner', 'tasks.apprunner', 'an App Runner service', ['apprunner:CreateService', 'apprunner:UpdateService']),
  passing(
    'Bedrock-CodeInterpreter',
    'bedrock-agentcore',
    'a code interpreter',
    'bedrock-agentcore:CreateCodeInterpreter',
    'bedrock-agentcore:InvokeCodeInterpreter',
  ),
];

const running = (name: string, what: string, runsOn: string | undefined, ...parts: (string | string[])[]): AwsEscalationRule => ({
  name,
  reason: `It can run its own code ${what} with the role that is already attached.`,
  parts: parts.map((actions) => on('anything', ...[actions].flat())),
  ...(runsOn === undefined ? {} : { runsOn, takeoverRelation: `may run code ${what} as` }),
});

/** Escalations through a resource that already runs with a role. */
const BY_RUNNING: readonly AwsEscalationRule[] = [
  running('UpdateFunctionCode', 'in a Lambda function', 'SERVERLESS_COMPUTE', 'lambda:UpdateFunctionCode'),
  running('UpdateFunctionConfiguration', 'in a Lambda function through a layer', 'SERVERLESS_COMPUTE', 'lambda:UpdateFunctionConfiguration'),
  running('SendCommand', 'on an instance', 'INSTANCE', 'ssm:SendCommand'),
  running('StartSession', 'on an instance', 'INSTANCE', 'ssm:StartSession'),
  running('InstanceConnect', 'on an instance', 'INSTANCE', [
    'ec2-instance-connect:SendSSHPublicKey',
    'ec2-instance-connect:SendSerialConsoleSSHPublicKey',
  ]),
  running('InstanceUserData', 'on an instance', 'INSTANCE', 'ec2:ModifyInstanceAttribute', 'ec2:StopInstances', 'ec2:StartInstances'),
  running('UpdateDevEndpoint', 'on a Glue development endpoint', undefined, 'glue:UpdateDevEndpoint'),
  running('UpdateGlueJob', 'in a Glue job', undefined, 'glue:UpdateJob', ['glue:StartJobRun', 'glue:CreateTrigger']),
  running('UpdateStack', 'through the template of a CloudFormation stack', undefined, 'cloudformation:UpdateStack'),
  running(
    'ExecuteChangeSet',
    'through the template of a CloudFormation stack',
    undefined,
    'cloudformation:CreateChangeSet',
    'cloudformation:ExecuteChangeSet',
  ),
  running('UpdateBuildProject', 'in a CodeBuild project', undefined, 'codebuild:UpdateProject', [
    'codebuild:StartBuild',
    'codebuild:StartBuildBatch',
  ]),
  running('PresignedNotebook', 'in a SageMaker notebook', undefined, 'sagemaker:CreatePresignedNotebookInstanceUrl'),
  running('ExecuteCommandInContainer', 'in a container', undefined, 'ecs:ExecuteCommand'),
  running('UpdatePipeline', 'in a data pipeline', undefined, 'datapipeline:PutPipelineDefinition', 'datapipeline:ActivatePipeline'),
  running('UpdateStateMachine', 'in a state machine', undefined, 'states:UpdateStateMachine', 'states:StartExecution'),
  own(
    'AssociateTeamMember',
    'It can make itself an owner of a CodeStar project with the permissions of its team.',
    on('anything', 'codestar:AssociateTeamMember'),
  ),
];

/**
 * The known privilege escalations in AWS, as the actions that they need. The list follows AWS's documentation of each action: it changes permissions,
 * passes a role to a resource, or runs code where a role is available.
 */
export const AWS_ESCALATIONS: readonly AwsEscalationRule[] = [...OF_IDENTITIES, ...BY_PASSING, ...BY_RUNNING];
