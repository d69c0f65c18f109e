import type { Severity } from '@cam/contracts';
import type { Cloud } from './clouds';
import { CRYPTO_KEYS, DETECTION, ESCALATION, LOGS, OF_NO_FRAMEWORK, SHARED_KEYS, type Controls } from './controls';
import type { ComplianceRule } from './rule';

/** Rules about single actions that hide activity or escalate privileges. */
const ACTIONS: readonly {
  id: string;
  cloud: Cloud;
  name: string;
  who: string;
  /** Actions of which one suffices. A list requires each of its entries, possibly on different resources. */
  actions: string | readonly string[];
  severity: Severity;
  why: string;
  controls: Controls;
}[] = [
  {
    id: 'aws-trail-stop',
    cloud: 'AWS',
    name: 'Users cannot stop the audit trail of AWS',
    who: 'user|federated_user',
    actions: 'cloudtrail:StopLogging',
    severity: 'HIGH',
    why: 'The identity can stop the trail that records its activity',
    controls: LOGS,
  },
  {
    id: 'aws-trail-delete',
    cloud: 'AWS',
    name: 'Users cannot delete the audit trail of AWS',
    who: 'user|federated_user',
    actions: 'cloudtrail:DeleteTrail',
    severity: 'HIGH',
    why: 'The identity can delete the trail that records its activity',
    controls: LOGS,
  },
  {
    id: 'aws-detector-delete',
    cloud: 'AWS',
    name: 'Users cannot disable threat detection of AWS',
    who: 'user|federated_user',
    actions: 'guardduty:DeleteDetector|guardduty:DisassociateFromAdministratorAccount|macie2:DisableMacie|inspector2:Disable',
    severity: 'HIGH',
    why: 'The identity can disable the service that detects attacks',
    controls: DETECTION,
  },
  {
    id: 'aws-key-delete',
    cloud: 'AWS',
    name: 'Users cannot schedule the deletion of keys in AWS',
    who: 'user|federated_user',
    actions: 'kms:ScheduleKeyDeletion',
    severity: 'MEDIUM',
    why: 'The identity can make data unreadable by deleting its key',
    controls: CRYPTO_KEYS,
  },
  {
    id: 'aws-organization-leave',
    cloud: 'AWS',
    name: 'No identity can remove an account from its organization',
    who: 'user|role',
    actions: 'organizations:LeaveOrganization',
    severity: 'MEDIUM',
    why: 'The identity can free the account from the policies of its organization',
    controls: OF_NO_FRAMEWORK,
  },
  {
    id: 'aws-pass-role-machine',
    cloud: 'AWS',
    name: 'No identity can launch instances with any role',
    who: 'user|role',
    actions: ['iam:PassRole', 'ec2:RunInstances'],
    severity: 'HIGH',
    why: 'The identity can launch an instance with a role that has more permissions',
    controls: ESCALATION,
  },
  {
    id: 'aws-pass-role-function',
    cloud: 'AWS',
    name: 'No identity can create functions with any role',
    who: 'user|role',
    actions: ['iam:PassRole', 'lambda:CreateFunction'],
    severity: 'HIGH',
    why: 'The identity can create a function with a role that has more permissions',
    controls: ESCALATION,
  },
  {
    id: 'aws-policy-version',
    cloud: 'AWS',
    name: 'No identity can change policy versions',
    who: 'user|role',
    actions: 'iam:CreatePolicyVersion|iam:SetDefaultPolicyVersion',
    severity: 'HIGH',
    why: 'The identity can change its own policies',
    controls: ESCALATION,
  },
  {
    id: 'aws-attach-policy',
    cloud: 'AWS',
    name: 'Users cannot attach policies to users',
    who: 'user',
    actions: 'iam:AttachUserPolicy|iam:PutUserPolicy',
    severity: 'HIGH',
    why: 'The user can attach any policy to itself',
    controls: ESCALATION,
  },
  {
    id: 'aws-login-profile',
    cloud: 'AWS',
    name: 'Users cannot set passwords of other users',
    who: 'user',
    actions: 'iam:UpdateLoginProfile|iam:CreateLoginProfile',
    severity: 'HIGH',
    why: 'The user can sign in as another user',
    controls: ESCALATION,
  },
  {
    id: 'aws-access-keys',
    cloud: 'AWS',
    name: 'Users cannot create access keys for other users',
    who: 'user',
    actions: 'iam:CreateAccessKey',
    severity: 'HIGH',
    why: 'The user can create an access key of another user',
    controls: ESCALATION,
  },
  {
    id: 'aws-trust-change',
    cloud: 'AWS',
    name: 'No identity can change trust policies of roles',
    who: 'user|role',
    actions: 'iam:UpdateAssumeRolePolicy',
    severity: 'HIGH',
    why: 'The identity can let itself or others assume a role',
    controls: ESCALATION,
  },
  {
    id: 'azure-role-assign',
    cloud: 'AZURE',
    name: 'Users cannot assign roles in Azure',
    who: 'user|federated_user',
    actions: 'Microsoft.Authorization/roleAssignments/write',
    severity: 'HIGH',
    why: 'The user can assign itself any role',
    controls: { ...ESCALATION, CIS_AZURE: '5.3.3' },
  },
  {
    id: 'azure-logs-delete',
    cloud: 'AZURE',
    name: 'Users cannot delete diagnostic settings of Azure',
    who: 'user|federated_user',
    actions: 'Microsoft.Insights/diagnosticSettings/delete',
    severity: 'HIGH',
    why: 'The user can stop the log that records its activity',
    controls: LOGS,
  },
  {
    id: 'azure-storage-keys',
    cloud: 'AZURE',
    name: 'Users cannot list keys of storage accounts',
    who: 'user|federated_user',
    actions: 'Microsoft.Storage/storageAccounts/listKeys/action',
    severity: 'MEDIUM',
    why: 'The keys give full access to the storage account, regardless of roles',
    controls: { ...SHARED_KEYS, CIS_AZURE: '9.3.1.3' },
  },
  {
    id: 'gcp-token',
    cloud: 'GCP',
    name: 'Users cannot impersonate service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccounts.getAccessToken',
    severity: 'HIGH',
    why: 'The user can use all permissions of the service account',
    controls: { ...ESCALATION, PCI_DSS: '8.6.1', CIS_GCP: '1.7' },
  },
  {
    id: 'gcp-keys',
    cloud: 'GCP',
    name: 'Users cannot create keys of service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccountKeys.create',
    severity: 'HIGH',
    why: 'The key works from anywhere until it is deleted',
    controls: { ...SHARED_KEYS, CIS_GCP: '1.5' },
  },
  {
    id: 'gcp-sinks',
    cloud: 'GCP',
    name: 'Users cannot delete log sinks of Google Cloud',
    who: 'user|federated_user',
    actions: 'logging.sinks.delete',
    severity: 'HIGH',
    why: 'The user can stop the log that records its activity',
    controls: LOGS,
  },
];

export const SINGLE_ACTION_RULES: readonly ComplianceRule[] = ACTIONS.map(({ id, cloud, name, who, actions, severity, why, controls }) => ({
  id: `${id}-action`,
  name,
  severity,
  category: controls === LOGS || controls === DETECTION ? 'Logging' : 'Privilege escalation',
  description: `${why}.`,
  remediation:
    'Remove the action from the policies, or reserve it for one monitored role. The explanation of each access path names the granting statement.',
  controls,
  population: `${who} with-access any with-attribute cloudtype ${cloud}`,
  failing: `${who} ${[actions]
    .flat()
    .map((action) => `with-access any with-attribute cloudtype ${cloud} for action ${action}`)
    .join(' and ')}`,
  reason: `${why}.`,
}));
