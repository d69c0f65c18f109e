import type { Severity } from '@cam/contracts';
import {
  ADMINISTRATORS_FACTOR,
  FACTOR,
  KEYS,
  KEYS_OF_PROGRAMS,
  LEAST,
  LEAST_OF_PROGRAMS,
  LEAVERS,
  OF_NO_FRAMEWORK,
  OUTSIDERS,
  SEGREGATION,
  type Controls,
} from './controls';
import type { ComplianceRule } from './rule';

interface Directory {
  id: string;
  name: string;
  cloud: 'AWS' | 'IDP_AZURE_AD' | 'IDP_OKTA';
  /** Entity type of the directory's users. */
  people: 'user' | 'federated_user';
}

const AWS: Directory = { id: 'aws', name: 'AWS', cloud: 'AWS', people: 'user' };
const ENTRA: Directory = { id: 'entra', name: 'Entra ID', cloud: 'IDP_AZURE_AD', people: 'user' };
const OKTA: Directory = { id: 'okta', name: 'Okta', cloud: 'IDP_OKTA', people: 'federated_user' };

interface Check {
  key: string;
  name: (directory: string) => string;
  severity: Severity;
  category: string;
  description: string;
  remediation: string;
  /** Attribute conditions: what must be known of a user to evaluate the rule, and what fails it. */
  known: string;
  fails: string;
  reason: string;
  controls: Controls;
  /** Controls of single directories, by id. */
  own?: Readonly<Record<string, Controls>>;
  /** Directories that have the data. */
  directories: readonly Directory[];
}

/** Rules that apply to every directory that has the data. */
const CHECKS: readonly Check[] = [
  {
    key: 'mfa',
    name: (directory) => `Users of ${directory} have a second factor`,
    severity: 'HIGH',
    category: 'Authentication',
    description: 'A password alone can be guessed, phished or leaked.',
    remediation: 'Require a second factor at every sign-in, preferably a phishing-resistant one.',
    known: 'mfa *',
    fails: 'mfa false',
    reason: 'The user has no second factor.',
    controls: FACTOR,
    own: { aws: { CIS_AWS: '2.10' }, entra: { CIS_AZURE: '5.1.3' } },
    directories: [AWS, ENTRA, OKTA],
  },
  {
    key: 'privileged-mfa',
    name: (directory) => `Privileged users of ${directory} have a second factor`,
    severity: 'HIGH',
    category: 'Authentication',
    description: 'A lost password of a privileged user causes the most damage.',
    remediation: 'Require enrollment of a second factor before granting privileges. Remove them from users without one.',
    known: 'privileged true and mfa *',
    fails: 'privileged true and mfa false',
    reason: 'The user is privileged and has no second factor.',
    controls: ADMINISTRATORS_FACTOR,
    own: { entra: { CIS_AZURE: '5.1.3' } },
    directories: [AWS, ENTRA, OKTA],
  },
  {
    key: 'outside-privileged',
    name: (directory) => `Guests are not privileged in ${directory}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Another company manages the accounts of guests and decides when they end.',
    remediation: 'Remove the privileges, or give the person an account in your own directory.',
    known: 'external true',
    fails: 'external true and privileged true',
    reason: 'The guest is privileged.',
    controls: OUTSIDERS,
    directories: [ENTRA],
  },
  {
    key: 'inactive-privileged',
    name: (directory) => `Inactive users of ${directory} have no privileges`,
    severity: 'MEDIUM',
    category: 'Leavers',
    description: 'A suspended or never used account regains all its privileges when it is activated.',
    remediation: 'Remove groups and roles when an account is suspended, and delete it after some weeks.',
    known: 'status *',
    fails: 'status != ACTIVE and privileged true',
    reason: 'The user is inactive and privileged.',
    controls: LEAVERS,
    own: { entra: { CIS_AZURE: '5.3.5' } },
    directories: [ENTRA, OKTA],
  },
  {
    key: 'keys-90',
    name: (directory) => `Access keys of ${directory} users are younger than 90 days`,
    severity: 'MEDIUM',
    category: 'Credentials',
    description: 'Long-lived keys are likely to leak.',
    remediation: 'Replace keys with roles, or rotate them every 90 days.',
    known: 'keyage *',
    fails: 'keyage > 90',
    reason: 'Its oldest active key is older than 90 days.',
    controls: { ...KEYS, CIS_AWS: '2.12' },
    directories: [AWS],
  },
  {
    key: 'keys-365',
    name: (directory) => `No access key of ${directory} is older than a year`,
    severity: 'HIGH',
    category: 'Credentials',
    description: 'A key that old has been copied to places that nobody remembers.',
    remediation: 'Find out who uses the key, replace it, and delete it.',
    known: 'keyage *',
    fails: 'keyage > 365',
    reason: 'Its oldest active key is older than a year.',
    // Frameworks ask for less than a year; the rule about 90 days answers them.
    controls: OF_NO_FRAMEWORK,
    directories: [AWS],
  },
];

const PER_DIRECTORY = CHECKS.flatMap((check) =>
  check.directories.map(({ id, name, cloud, people }): ComplianceRule => ({
    id: `${id}-user-${check.key}`,
    name: check.name(name),
    severity: check.severity,
    category: check.category,
    description: check.description,
    remediation: check.remediation,
    controls: { ...check.controls, ...check.own?.[id] },
    population: `${people} with-attribute cloudtype ${cloud} and ${check.known}`,
    failing: `${people} with-attribute cloudtype ${cloud} and ${check.fails}`,
    reason: check.reason,
  })),
);

/** Active sign-on policies of Okta. */
const SIGN_ON_POLICY = 'policy with-attribute cloudtype IDP_OKTA and status ACTIVE';

/** Rules of single directories: administrators, sign-on policies, and service accounts with keys. */
const OWN: readonly ComplianceRule[] = [
  {
    id: 'entra-global-administrators',
    name: 'No user is permanently Global Administrator',
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Global Administrators can change everything in the directory and elevate their access to every subscription.',
    remediation: 'Keep two accounts for emergencies, and make the others eligible for a few hours.',
    controls: LEAST,
    population: 'user with-attribute cloudtype IDP_AZURE_AD',
    failing: 'user with-attribute cloudtype IDP_AZURE_AD with-access any via policy "Global Administrator"',
    reason: 'The user holds Global Administrator.',
  },
  {
    id: 'entra-programs-privileged',
    name: 'Service principals are not privileged in Entra ID',
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'The owner of an application can add a secret and sign in as the application.',
    remediation: 'Remove directory roles and broad application permissions, and grant single permissions.',
    controls: LEAST_OF_PROGRAMS,
    population: 'service_account with-attribute cloudtype IDP_AZURE_AD',
    failing: 'service_account with-attribute cloudtype IDP_AZURE_AD and privileged true',
    reason: 'The service principal is privileged.',
  },
  {
    id: 'entra-users-from-outside',
    name: 'Guests of Entra ID cannot read secrets',
    severity: 'MEDIUM',
    category: 'External access',
    description: 'A guest keeps every secret that they have read.',
    remediation: 'Remove the access to key vaults, and rotate the secrets.',
    controls: OUTSIDERS,
    population: 'user with-attribute cloudtype IDP_AZURE_AD and external true',
    // Seeing that a vault exists does not reveal its content.
    failing: 'user with-attribute cloudtype IDP_AZURE_AD and external true with-access keystore for sensitive',
    reason: 'The guest can read keys or secrets.',
  },
  {
    id: 'okta-administrators-clouds',
    name: 'Okta administrators do not administer clouds',
    severity: 'MEDIUM',
    category: 'Segregation of duties',
    description: 'An administrator of both the sign-in and the cloud can bypass every control.',
    remediation: 'Assign the two tasks to different people or accounts.',
    controls: SEGREGATION,
    population: 'federated_user with-attribute cloudtype IDP_OKTA and privileged true',
    // Administration of Okta itself is expected here.
    failing:
      'federated_user with-attribute cloudtype IDP_OKTA and privileged true with-access account_data|scope with-attribute cloudtype AWS|AZURE|GCP for admin',
    reason: 'The user administers Okta and a cloud account.',
  },
  {
    id: 'okta-inactive-access',
    name: 'Inactive users of Okta have no access',
    severity: 'HIGH',
    category: 'Leavers',
    description: 'Their groups and applications remain assigned, and work again after an activation.',
    remediation: 'Deactivate them, and remove them from groups.',
    controls: LEAVERS,
    population: 'federated_user with-attribute cloudtype IDP_OKTA and status != ACTIVE',
    failing: 'federated_user with-attribute cloudtype IDP_OKTA and status != ACTIVE with-access any',
    reason: 'The user is inactive and still has access.',
  },
  {
    id: 'okta-sign-on-mfa',
    name: 'Sign-on policies of Okta require a second factor',
    severity: 'HIGH',
    category: 'Authentication',
    description: 'An enrolled factor protects only if the policy requires it.',
    remediation: 'Require two factors in every rule of the policy that allows sign-in.',
    controls: FACTOR,
    population: `${SIGN_ON_POLICY} and asksmfa *`,
    failing: `${SIGN_ON_POLICY} and asksmfa false`,
    reason: 'One of its rules allows sign-in without a second factor.',
  },
  {
    id: 'okta-session-length',
    name: 'Okta sessions end after 15 idle minutes',
    severity: 'MEDIUM',
    category: 'Authentication',
    description: 'An attacker can keep using a session that never ends.',
    remediation: 'Set the maximum idle time in the global session policy, and a maximum session length of twelve hours.',
    controls: { SOC2: 'CC6.1', ISO_27001: 'A.8.5', NIST_CSF: 'PR.AA-03', PCI_DSS: '8.2.8' },
    population: `${SIGN_ON_POLICY} and idleminutes *`,
    failing: `${SIGN_ON_POLICY} and idleminutes > 15`,
    reason: 'One of its rules allows sessions to idle for more than 15 minutes.',
  },
  {
    id: 'gcp-service-account-keys',
    name: 'Service accounts of Google Cloud have no keys older than 90 days',
    severity: 'MEDIUM',
    category: 'Credentials',
    description: 'A key file works from anywhere until it is deleted.',
    remediation: 'Use workload identity instead, or rotate the key.',
    controls: { ...KEYS_OF_PROGRAMS, CIS_GCP: '1.8' },
    population: 'service_account with-attribute cloudtype GCP and keyage *',
    failing: 'service_account with-attribute cloudtype GCP and keyage > 90',
    reason: 'Its oldest key is older than 90 days.',
  },
  {
    id: 'gcp-service-account-keys-365',
    name: 'Service accounts of Google Cloud have no key older than a year',
    severity: 'HIGH',
    category: 'Credentials',
    description: 'A key that old has been copied to places that nobody remembers.',
    remediation: 'Find out which program uses the key, switch it to workload identity, and delete the key.',
    controls: OF_NO_FRAMEWORK,
    population: 'service_account with-attribute cloudtype GCP and keyage *',
    failing: 'service_account with-attribute cloudtype GCP and keyage > 365',
    reason: 'Its oldest key is older than a year.',
  },
  {
    id: 'aws-role-external-boundary',
    name: 'Roles that administer roles have a permissions boundary',
    severity: 'LOW',
    category: 'Guardrails',
    description: 'A boundary limits the roles that such a role can create.',
    remediation: 'Set a permissions boundary on the role, and allow it to create only roles with that boundary.',
    controls: OF_NO_FRAMEWORK,
    population: 'role with-attribute cloudtype AWS and boundary * with-access role for admin',
    failing: 'role with-attribute cloudtype AWS and boundary false with-access role for admin',
    reason: 'The role administers roles and has no permissions boundary.',
  },
];

export const IDENTITY_RULES: readonly ComplianceRule[] = [...PER_DIRECTORY, ...OWN];
