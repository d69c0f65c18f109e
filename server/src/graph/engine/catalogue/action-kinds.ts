import type { CatalogueAction } from './catalogue';

export type AccessKind = 'READ' | 'WRITE' | 'ADMIN';

const words = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean));

/**
 * Actions that AWS classifies as Write or Read although they allow privilege escalation. The list follows AWS's documentation of each action: it
 * returns credentials, changes permissions, passes a role to a service, or runs code as another identity.
 */
const ESCALATES = words(`
  iam:PassRole iam:CreateAccessKey iam:UpdateAccessKey iam:CreateLoginProfile iam:UpdateLoginProfile iam:CreateServiceSpecificCredential
  iam:ResetServiceSpecificCredential iam:AttachUserPolicy iam:AttachGroupPolicy iam:AttachRolePolicy iam:PutUserPolicy iam:PutGroupPolicy iam:PutRolePolicy
  iam:AddUserToGroup iam:UpdateAssumeRolePolicy iam:CreatePolicyVersion iam:SetDefaultPolicyVersion iam:PutUserPermissionsBoundary
  iam:PutRolePermissionsBoundary iam:DeleteUserPermissionsBoundary iam:DeleteRolePermissionsBoundary iam:DeleteUserPolicy iam:DeleteRolePolicy
  iam:DeleteGroupPolicy iam:DetachUserPolicy iam:DetachRolePolicy iam:DetachGroupPolicy iam:RemoveUserFromGroup iam:AddRoleToInstanceProfile
  iam:CreateVirtualMFADevice iam:EnableMFADevice iam:ResyncMFADevice iam:DeactivateMFADevice iam:CreateSAMLProvider iam:UpdateSAMLProvider
  iam:CreateOpenIDConnectProvider iam:UpdateOpenIDConnectProviderThumbprint iam:AddClientIDToOpenIDConnectProvider
  sts:AssumeRole sts:AssumeRoleWithSAML sts:AssumeRoleWithWebIdentity sts:GetFederationToken
  lambda:UpdateFunctionCode lambda:UpdateFunctionConfiguration lambda:CreateEventSourceMapping
  ec2:ReplaceIamInstanceProfileAssociation ec2:AssociateIamInstanceProfile ec2:ModifyInstanceAttribute ec2-instance-connect:SendSSHPublicKey
  ssm:SendCommand ssm:StartSession ssm:StartAutomationExecution cloudformation:UpdateStack cloudformation:CreateChangeSet cloudformation:ExecuteChangeSet
  cloudformation:SetStackPolicy glue:UpdateDevEndpoint glue:UpdateJob sagemaker:CreatePresignedNotebookInstanceUrl codebuild:UpdateProject
  datapipeline:PutPipelineDefinition codestar:AssociateTeamMember codestar:CreateProject ecs:ExecuteCommand kms:CreateGrant`);

/** Actions that return credentials, whatever AWS classifies them as. */
const EXPOSES_CREDENTIALS = words(`
  sts:GetSessionToken ec2:GetPasswordData secretsmanager:GetSecretValue ssm:GetParameter ssm:GetParameters ssm:GetParametersByPath
  ecr:GetAuthorizationToken ecr-public:GetAuthorizationToken codeartifact:GetAuthorizationToken rds-db:connect redshift:GetClusterCredentials
  cognito-identity:GetCredentialsForIdentity cognito-identity:GetOpenIdToken cognito-identity:GetOpenIdTokenForDeveloperIdentity
  cognito-idp:DescribeUserPoolClient connect:GetFederationToken lightsail:DownloadDefaultKeyPair lightsail:GetKeyPair lightsail:GetKeyPairs
  lightsail:GetBucketAccessKeys lightsail:GetRelationalDatabaseMasterUserPassword s3:GetDataAccess storagegateway:DescribeChapCredentials
  snowball:GetJobUnlockCode appsync:ListApiKeys chatbot:GetSlackOauthParameters iam:GetCredentialReport`);

/** Reading actions that AWS classifies as Write. */
const READS = words('kms:Decrypt sts:GetSessionToken rds-db:connect redshift:GetClusterCredentials');

/**
 * Returns the kind of access that an action gives. ADMIN changes permissions or allows escalation, READ reads, and WRITE is everything else,
 * including tagging.
 */
export function kindOf({ id, level }: CatalogueAction): AccessKind {
  if (level === 'Permissions management' || ESCALATES.has(id)) return 'ADMIN';
  return level === 'List' || level === 'Read' || READS.has(id) ? 'READ' : 'WRITE';
}

/** Reports whether an action allows privilege escalation, reading credentials, or exposing resources to others. */
export function isSensitive({ id, level }: CatalogueAction): boolean {
  return level === 'Permissions management' || ESCALATES.has(id) || EXPOSES_CREDENTIALS.has(id);
}
