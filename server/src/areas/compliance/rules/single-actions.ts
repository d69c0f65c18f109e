import type { Severity } from '@cam/contracts';
import type { Cloud } from './clouds';
import { CRYPTO_KEYS, DETECTION, ESCALATION, LOGS, OF_NO_FRAMEWORK, SHARED_KEYS, type Controls } from './controls';
import type { ComplianceRule } from './rule';

/** Single actions whose holders could hide what they do, or become somebody else. */
const ACTIONS: readonly {
  id: string;
  cloud: Cloud;
  name: string;
  who: string;
  /** Actions of which one is enough; of a list each is needed, though not on the same thing. */
  actions: string | readonly string[];
  severity: Severity;
  why: string;
  controls: Controls;
}[] = [
  {
    id: 'aws-trail-stop',
    cloud: 'AWS',
    name: 'People do not stop the audit trail of AWS',
    who: 'user|federated_user',
    actions: 'cloudtrail:StopLogging',
    severity: 'HIGH',
    why: 'They stop the trail that would show what they do',
    controls: LOGS,
  },
  {
    id: 'aws-trail-delete',
    cloud: 'AWS',
    name: 'People do not delete the audit trail of AWS',
    who: 'user|federated_user',
    actions: 'cloudtrail:DeleteTrail',
    severity: 'HIGH',
    why: 'They delete the trail that would show what they do',
    controls: LOGS,
  },
  {
    id: 'aws-detector-delete',
    cloud: 'AWS',
    name: 'People do not switch threat detection of AWS off',
    who: 'user|federated_user',
    actions: 'guardduty:DeleteDetector|guardduty:DisassociateFromAdministratorAccount|macie2:DisableMacie|inspector2:Disable',
    severity: 'HIGH',
    why: 'They switch off what would report them',
    controls: DETECTION,
  },
  {
    id: 'aws-key-delete',
    cloud: 'AWS',
    name: 'People do not schedule the end of keys in AWS',
    who: 'user|federated_user',
    actions: 'kms:ScheduleKeyDeletion',
    severity: 'MEDIUM',
    why: 'They make data unreadable by deleting its key',
    controls: CRYPTO_KEYS,
  },
  {
    id: 'aws-organization-leave',
    cloud: 'AWS',
    name: 'Nobody takes an account out of its organization',
    who: 'user|role',
    actions: 'organizations:LeaveOrganization',
    severity: 'MEDIUM',
    why: 'They free the account from all policies of the organization',
    controls: OF_NO_FRAMEWORK,
  },
  {
    id: 'aws-pass-role-machine',
    cloud: 'AWS',
    name: 'Nobody starts machines with any role',
    who: 'user|role',
    actions: ['iam:PassRole', 'ec2:RunInstances'],
    severity: 'HIGH',
    why: 'They start a machine with a role that has more than they have',
    controls: ESCALATION,
  },
  {
    id: 'aws-pass-role-function',
    cloud: 'AWS',
    name: 'Nobody makes functions with any role',
    who: 'user|role',
    actions: ['iam:PassRole', 'lambda:CreateFunction'],
    severity: 'HIGH',
    why: 'They make a function with a role that has more than they have',
    controls: ESCALATION,
  },
  {
    id: 'aws-policy-version',
    cloud: 'AWS',
    name: 'Nobody changes which version of a policy counts',
    who: 'user|role',
    actions: 'iam:CreatePolicyVersion|iam:SetDefaultPolicyVersion',
    severity: 'HIGH',
    why: 'They change the policies that they hold themselves',
    controls: ESCALATION,
  },
  {
    id: 'aws-attach-policy',
    cloud: 'AWS',
    name: 'Users do not give policies to users',
    who: 'user',
    actions: 'iam:AttachUserPolicy|iam:PutUserPolicy',
    severity: 'HIGH',
    why: 'They give themselves any policy',
    controls: ESCALATION,
  },
  {
    id: 'aws-login-profile',
    cloud: 'AWS',
    name: 'Users do not set passwords of others',
    who: 'user',
    actions: 'iam:UpdateLoginProfile|iam:CreateLoginProfile',
    severity: 'HIGH',
    why: 'They sign in as somebody else',
    controls: ESCALATION,
  },
  {
    id: 'aws-access-keys',
    cloud: 'AWS',
    name: 'Users do not make keys for others',
    who: 'user',
    actions: 'iam:CreateAccessKey',
    severity: 'HIGH',
    why: 'They make a key of somebody else',
    controls: ESCALATION,
  },
  {
    id: 'aws-trust-change',
    cloud: 'AWS',
    name: 'Nobody changes whom roles trust',
    who: 'user|role',
    actions: 'iam:UpdateAssumeRolePolicy',
    severity: 'HIGH',
    why: 'They let themselves, or strangers, assume a role',
    controls: ESCALATION,
  },
  {
    id: 'azure-role-assign',
    cloud: 'AZURE',
    name: 'People do not assign roles in Azure',
    who: 'user|federated_user',
    actions: 'Microsoft.Authorization/roleAssignments/write',
    severity: 'HIGH',
    why: 'They give themselves any role',
    controls: { ...ESCALATION, CIS_AZURE: '5.3.3' },
  },
  {
    id: 'azure-logs-delete',
    cloud: 'AZURE',
    name: 'People do not delete diagnostic settings of Azure',
    who: 'user|federated_user',
    actions: 'Microsoft.Insights/diagnosticSettings/delete',
    severity: 'HIGH',
    why: 'They stop the log that would show what they do',
    controls: LOGS,
  },
  {
    id: 'azure-storage-keys',
    cloud: 'AZURE',
    name: 'People do not list keys of storage accounts',
    who: 'user|federated_user',
    actions: 'Microsoft.Storage/storageAccounts/listKeys/action',
    severity: 'MEDIUM',
    why: 'The keys open everything in the account, past all roles',
    controls: { ...SHARED_KEYS, CIS_AZURE: '9.3.1.3' },
  },
  {
    id: 'gcp-token',
    cloud: 'GCP',
    name: 'People do not act as service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccounts.getAccessToken',
    severity: 'HIGH',
    why: 'They have whatever the service account has',
    controls: { ...ESCALATION, PCI_DSS: '8.6.1', CIS_GCP: '1.7' },
  },
  {
    id: 'gcp-keys',
    cloud: 'GCP',
    name: 'People do not make keys of service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccountKeys.create',
    severity: 'HIGH',
    why: 'The key works from anywhere until somebody deletes it',
    controls: { ...SHARED_KEYS, CIS_GCP: '1.5' },
  },
  {
    id: 'gcp-sinks',
    cloud: 'GCP',
    name: 'People do not delete log sinks of Google Cloud',
    who: 'user|federated_user',
    actions: 'logging.sinks.delete',
    severity: 'HIGH',
    why: 'They stop the log that would show what they do',
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
    'Take the action out of their policies, or leave it to one role that is watched; the explanation of each path names the statement that grants it.',
  controls,
  population: `${who} with-access any with-attribute cloudtype ${cloud}`,
  failing: `${who} ${[actions]
    .flat()
    .map((action) => `with-access any with-attribute cloudtype ${cloud} for action ${action}`)
    .join(' and ')}`,
  reason: `${why}.`,
}));
