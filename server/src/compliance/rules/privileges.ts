import type { Severity } from '@cam/contracts';
import { CLOUDS, type Cloud, type ComplianceRule, type Controls } from './rule';

const LEAST: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.2' };
const LOGS: Controls = { SOC2: 'CC7.2', ISO_27001: 'A.8.15', NIST_CSF: 'DE.CM-03', PCI_DSS: '10.3.2' };

interface Privilege {
  key: string;
  name: (cloud: string) => string;
  severity: Severity;
  category: string;
  description: string;
  remediation: string;
  /** Whom it speaks of, and what of them fails, behind the question for the cloud. */
  who: string;
  fails: (cloud: Cloud) => string;
  reason: string;
  controls?: Controls;
  cis?: Partial<Record<Cloud, string>>;
  clouds?: readonly Cloud[];
}

const reaches = (what: string) => (cloud: Cloud) => `with-access ${what} with-attribute cloudtype ${cloud}`;

/** What is judged in every cloud alike, on what people and programs can effectively do there. */
const PRIVILEGES: readonly Privilege[] = [
  {
    key: 'people-administer',
    name: (cloud) => `People do not administer ${cloud} by a standing grant`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever takes over such a person has everything at once. Administration is taken up when it is needed, and laid down again.',
    remediation: 'Make the grant an eligible or time-limited one, or move it to a role that asks for a second factor.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin`,
    reason: 'They administer an account, subscription or project.',
    cis: { AWS: '1.16' },
  },
  {
    key: 'programs-administer',
    name: (cloud) => `Programs do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Credentials of programs lie in files and pipelines, and nobody is asked for a second factor.',
    remediation: 'Give the program the privileges that its task needs; the least-privilege page of the identity proposes them.',
    who: 'service_account',
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin`,
    reason: 'The program administers an account, subscription or project.',
    cis: { GCP: '1.5' },
  },
  {
    key: 'machines-administer',
    name: (cloud) => `Machines do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever gets into the machine asks its metadata for the credentials, and is administrator.',
    remediation: 'Give the role or identity of the machine what its programs need, and nothing on the account.',
    who: 'instance',
    fails: reaches('account_data'),
    reason: 'What the machine runs as has privileges on the account itself.',
  },
  {
    key: 'functions-administer',
    name: (cloud) => `Functions do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'A fault in the code of a function becomes control of the account.',
    remediation: 'Give each function a role of its own with what it needs.',
    who: 'serverless_compute',
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin`,
    reason: 'What the function runs as administers the account.',
  },
  {
    key: 'people-manage-people',
    name: (cloud) => `People do not change who may do what in ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever changes roles and policies gives themselves what they lack.',
    remediation: 'Keep these privileges in a role for changes that go through review.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access role|policy|scope with-attribute cloudtype ${cloud} for admin`,
    reason: 'They change roles, policies or assignments.',
  },
  {
    key: 'people-use-keys',
    name: (cloud) => `People do not write to keys and secrets of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'Secrets are for programs. A person who changes one locks a program out, or puts another in its place.',
    remediation: 'Let pipelines write secrets, and people ask for single ones.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access keystore with-attribute cloudtype ${cloud} for write`,
    reason: 'They change keys or secrets.',
  },
  {
    key: 'people-write-databases',
    name: (cloud) => `People do not administer databases of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'Whoever administers a database opens it to others, copies it or deletes it.',
    remediation: 'Leave it to roles that are taken up for a time.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access relational_db with-attribute cloudtype ${cloud} for admin`,
    reason: 'They administer databases.',
  },
  {
    key: 'strangers',
    name: (cloud) => `Accounts that nobody knows reach nothing in ${cloud}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Access of an account that is neither connected nor named is a leftover, or a back door.',
    remediation: 'Find out whose account it is: name it under Shadow Access, or take it out of the policies.',
    who: 'ext_account',
    fails: (cloud) => `with-access any with-attribute cloudtype ${cloud} for xaccount unknown`,
    reason: 'An account that is neither connected nor named has access.',
    controls: { SOC2: 'CC9.2', ISO_27001: 'A.5.19', NIST_CSF: 'GV.SC-07', PCI_DSS: '8.2.7' },
  },
  {
    key: 'everybody-reads',
    name: (cloud) => `The anonymous internet reaches no data of ${cloud}`,
    severity: 'HIGH',
    category: 'Exposure',
    description: 'What anybody reaches without signing in is public, whatever it holds.',
    remediation: 'Take everybody out of the policies of the stores and databases that the search lists.',
    who: 'public_node',
    fails: (cloud) => `with-access object_store|relational_db|nosql_db|keystore with-attribute cloudtype ${cloud}`,
    reason: 'Anybody reaches data without signing in.',
    controls: { SOC2: 'CC6.1', ISO_27001: 'A.8.3', NIST_CSF: 'PR.DS-01', PCI_DSS: '1.4.4' },
  },
  {
    key: 'unused-roles-administer',
    name: (cloud) => `Roles that administer ${cloud} are used`,
    severity: 'MEDIUM',
    category: 'Unused access',
    description: 'What nobody uses nobody misses, until somebody finds it.',
    remediation: 'Take the policies away, wait, and delete the role.',
    who: 'role',
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin with-usage > 90`,
    reason: 'Its administrative access was not used for 90 days.',
    controls: { SOC2: 'CC6.2', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.4' },
    clouds: ['AWS'],
  },
  {
    key: 'people-unused-writes',
    name: (cloud) => `People use what they may write in ${cloud}`,
    severity: 'LOW',
    category: 'Unused access',
    description: 'Rights that are not used only matter to whoever takes over the account.',
    remediation: 'Take them away; the least-privilege page proposes what is left.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access object_store with-attribute cloudtype ${cloud} for write with-usage > 90`,
    reason: 'They may change objects and have not for 90 days.',
    controls: { SOC2: 'CC6.2', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.4' },
  },
];

/** Single actions whose holders could hide what they do, or become somebody else. */
const ACTIONS: readonly {
  id: string;
  cloud: Cloud;
  name: string;
  who: string;
  actions: string;
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
    actions: 'guardduty:DeleteDetector',
    severity: 'HIGH',
    why: 'They switch off what would report them',
    controls: LOGS,
  },
  {
    id: 'aws-key-delete',
    cloud: 'AWS',
    name: 'People do not schedule the end of keys in AWS',
    who: 'user|federated_user',
    actions: 'kms:ScheduleKeyDeletion',
    severity: 'MEDIUM',
    why: 'They make data unreadable by deleting its key',
    controls: LEAST,
  },
  {
    id: 'aws-organization-leave',
    cloud: 'AWS',
    name: 'Nobody takes an account out of its organization',
    who: 'user|role',
    actions: 'organizations:LeaveOrganization',
    severity: 'MEDIUM',
    why: 'They free the account from all policies of the organization',
    controls: LEAST,
  },
  {
    id: 'aws-pass-role-machine',
    cloud: 'AWS',
    name: 'Nobody starts machines with any role',
    who: 'user|role',
    actions: 'iam:PassRole and action ec2:RunInstances',
    severity: 'HIGH',
    why: 'They start a machine with a role that has more than they have',
    controls: LEAST,
  },
  {
    id: 'aws-pass-role-function',
    cloud: 'AWS',
    name: 'Nobody makes functions with any role',
    who: 'user|role',
    actions: 'iam:PassRole and action lambda:CreateFunction',
    severity: 'HIGH',
    why: 'They make a function with a role that has more than they have',
    controls: LEAST,
  },
  {
    id: 'aws-policy-version',
    cloud: 'AWS',
    name: 'Nobody writes new versions of policies',
    who: 'user|role',
    actions: 'iam:CreatePolicyVersion',
    severity: 'HIGH',
    why: 'They change the policies that they hold themselves',
    controls: LEAST,
  },
  {
    id: 'aws-attach-policy',
    cloud: 'AWS',
    name: 'Users do not attach policies to users',
    who: 'user',
    actions: 'iam:AttachUserPolicy',
    severity: 'HIGH',
    why: 'They give themselves any policy',
    controls: LEAST,
  },
  {
    id: 'aws-login-profile',
    cloud: 'AWS',
    name: 'Users do not set passwords of others',
    who: 'user',
    actions: 'iam:UpdateLoginProfile',
    severity: 'HIGH',
    why: 'They sign in as somebody else',
    controls: LEAST,
  },
  {
    id: 'aws-access-keys',
    cloud: 'AWS',
    name: 'Users do not make keys for others',
    who: 'user',
    actions: 'iam:CreateAccessKey',
    severity: 'HIGH',
    why: 'They make a key of somebody else',
    controls: LEAST,
  },
  {
    id: 'aws-trust-change',
    cloud: 'AWS',
    name: 'Nobody changes whom roles trust',
    who: 'user|role',
    actions: 'iam:UpdateAssumeRolePolicy',
    severity: 'HIGH',
    why: 'They let themselves, or strangers, assume a role',
    controls: LEAST,
  },
  {
    id: 'azure-role-assign',
    cloud: 'AZURE',
    name: 'People do not assign roles in Azure',
    who: 'user|federated_user',
    actions: 'Microsoft.Authorization/roleAssignments/write',
    severity: 'HIGH',
    why: 'They give themselves any role',
    controls: LEAST,
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
    controls: LEAST,
  },
  {
    id: 'gcp-token',
    cloud: 'GCP',
    name: 'People do not act as service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccounts.getAccessToken',
    severity: 'HIGH',
    why: 'They have whatever the service account has',
    controls: { ...LEAST, CIS_GCP: '1.6' },
  },
  {
    id: 'gcp-keys',
    cloud: 'GCP',
    name: 'People do not make keys of service accounts',
    who: 'user|federated_user',
    actions: 'iam.serviceAccountKeys.create',
    severity: 'HIGH',
    why: 'The key works from anywhere until somebody deletes it',
    controls: { ...LEAST, CIS_GCP: '1.4' },
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

export const PRIVILEGE_RULES: readonly ComplianceRule[] = [
  ...CLOUDS.flatMap(({ cloud, id, name, cis }) =>
    PRIVILEGES.filter(({ clouds }) => !clouds || clouds.includes(cloud)).map((rule) => ({
      id: `${id}-${rule.key}`,
      name: rule.name(name),
      severity: rule.severity,
      category: rule.category,
      description: rule.description,
      remediation: rule.remediation,
      controls: { ...(rule.controls ?? LEAST), ...(rule.cis?.[cloud] ? { [cis]: rule.cis[cloud] } : {}) },
      population: `${rule.who} with-access any with-attribute cloudtype ${cloud}`,
      failing: `${rule.who} ${rule.fails(cloud)}`,
      reason: rule.reason,
    })),
  ),
  ...ACTIONS.map(({ id, cloud, name, who, actions, severity, why, controls }) => ({
    id: `${id}-action`,
    name,
    severity,
    category: controls.NIST_CSF === LOGS.NIST_CSF ? 'Logging' : 'Privilege escalation',
    description: `${why}.`,
    remediation:
      'Take the action out of their policies, or leave it to one role that is watched; the explanation of each path names the statement that grants it.',
    controls,
    population: `${who} with-access any with-attribute cloudtype ${cloud}`,
    failing: `${who} with-access any with-attribute cloudtype ${cloud} for action ${actions}`,
    reason: `${why}.`,
  })),
];
