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
  /** What its people are in the graph. */
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
  /** What must be known of a user to be judged, and what of those fails: attributes behind the directory's. */
  known: string;
  fails: string;
  reason: string;
  controls: Controls;
  /** Controls of one directory alone, by its id. */
  own?: Readonly<Record<string, Controls>>;
  /** Directories that say of their users what is asked. */
  directories: readonly Directory[];
}

/** What is judged in every directory alike that tells it of its users. */
const CHECKS: readonly Check[] = [
  {
    key: 'mfa',
    name: (directory) => `Users of ${directory} have a second factor`,
    severity: 'HIGH',
    category: 'Authentication',
    description: 'A password alone is guessed, phished or found.',
    remediation: 'Ask for a second factor at every sign-in, best one that cannot be phished.',
    known: 'mfa *',
    fails: 'mfa false',
    reason: 'No second factor is enrolled.',
    controls: FACTOR,
    own: { aws: { CIS_AWS: '2.10' }, entra: { CIS_AZURE: '5.1.3' } },
    directories: [AWS, ENTRA, OKTA],
  },
  {
    key: 'privileged-mfa',
    name: (directory) => `Privileged users of ${directory} have a second factor`,
    severity: 'HIGH',
    category: 'Authentication',
    description: 'Of those who may do most, a lost password costs most.',
    remediation: 'Enrol a second factor before the privileges are given, and take them away from whoever has none.',
    known: 'privileged true and mfa *',
    fails: 'privileged true and mfa false',
    reason: 'Privileged, and no second factor is enrolled.',
    controls: ADMINISTRATORS_FACTOR,
    own: { entra: { CIS_AZURE: '5.1.3' } },
    directories: [AWS, ENTRA, OKTA],
  },
  {
    key: 'outside-privileged',
    name: (directory) => `Users from outside are not privileged in ${directory}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Their accounts are looked after by somebody else, and end when somebody else remembers it.',
    remediation: 'Take the privileges away, or give the person an account of your own.',
    known: 'external true',
    fails: 'external true and privileged true',
    reason: 'From outside, and privileged.',
    controls: OUTSIDERS,
    directories: [ENTRA],
  },
  {
    key: 'inactive-privileged',
    name: (directory) => `Users of ${directory} that are not active have no privileges`,
    severity: 'MEDIUM',
    category: 'Leavers',
    description: 'An account that is suspended or was never taken up comes back with everything that it had.',
    remediation: 'Take groups and roles away when an account is suspended, and delete it after some weeks.',
    known: 'status *',
    fails: 'status != ACTIVE and privileged true',
    reason: 'Not active, and privileged all the same.',
    controls: LEAVERS,
    own: { entra: { CIS_AZURE: '5.3.5' } },
    directories: [ENTRA, OKTA],
  },
  {
    key: 'keys-90',
    name: (directory) => `Keys of users of ${directory} are younger than 90 days`,
    severity: 'MEDIUM',
    category: 'Credentials',
    description: 'Keys that live long leak some day.',
    remediation: 'Replace keys by roles, or change them every 90 days.',
    known: 'keyage *',
    fails: 'keyage > 90',
    reason: 'Its oldest active key is older than 90 days.',
    controls: { ...KEYS, CIS_AWS: '2.12' },
    directories: [AWS],
  },
  {
    key: 'keys-365',
    name: (directory) => `No key of ${directory} is older than a year`,
    severity: 'HIGH',
    category: 'Credentials',
    description: 'A key that old is in places that nobody remembers.',
    remediation: 'Find out who uses it, replace it, and delete it.',
    known: 'keyage *',
    fails: 'keyage > 365',
    reason: 'Its oldest active key is older than a year.',
    // Frameworks ask for less than a year, which the rule about 90 days answers.
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

/** Those of Okta that are in force. */
const SIGN_ON_POLICY = 'policy with-attribute cloudtype IDP_OKTA and status ACTIVE';

/** Of the directories alone: their own administrators, sign-on policies, and programs with keys. */
const OWN: readonly ComplianceRule[] = [
  {
    id: 'entra-global-administrators',
    name: 'People are not Global Administrator by a standing grant',
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Global Administrators change everything in the directory, and take up access to every subscription.',
    remediation: 'Keep two for emergencies, and make the others eligible for hours.',
    controls: LEAST,
    population: 'user with-attribute cloudtype IDP_AZURE_AD',
    failing: 'user with-attribute cloudtype IDP_AZURE_AD with-access any via policy "Global Administrator"',
    reason: 'Holds Global Administrator.',
  },
  {
    id: 'entra-programs-privileged',
    name: 'Programs are not privileged in Entra ID',
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever owns the application makes it a new secret, and is what it is.',
    remediation: 'Take directory roles and wide application permissions away; let the program ask for single ones.',
    controls: LEAST_OF_PROGRAMS,
    population: 'service_account with-attribute cloudtype IDP_AZURE_AD',
    failing: 'service_account with-attribute cloudtype IDP_AZURE_AD and privileged true',
    reason: 'The program is privileged.',
  },
  {
    id: 'entra-users-from-outside',
    name: 'Guests of Entra ID read no secrets',
    severity: 'MEDIUM',
    category: 'External access',
    description: 'Secrets that a guest has read stay with the guest.',
    remediation: 'Take the access to key vaults away, and change the secrets that were read.',
    controls: OUTSIDERS,
    population: 'user with-attribute cloudtype IDP_AZURE_AD and external true',
    // Whoever only sees that a vault is there reads nothing in it.
    failing: 'user with-attribute cloudtype IDP_AZURE_AD and external true with-access keystore for sensitive',
    reason: 'A guest reads keys or secrets.',
  },
  {
    id: 'okta-administrators-clouds',
    name: 'Administrators of Okta do not administer clouds as well',
    severity: 'MEDIUM',
    category: 'Segregation of duties',
    description: 'Whoever decides who signs in as whom, and administers what they sign in to, is watched by nobody.',
    remediation: 'Give both tasks to two people, or two accounts.',
    controls: SEGREGATION,
    population: 'federated_user with-attribute cloudtype IDP_OKTA and privileged true',
    // What they administer in Okta itself is what the others of them do as well.
    failing:
      'federated_user with-attribute cloudtype IDP_OKTA and privileged true with-access account_data|scope with-attribute cloudtype AWS|AZURE|GCP for admin',
    reason: 'Administers Okta and a cloud account.',
  },
  {
    id: 'okta-inactive-access',
    name: 'Users of Okta that are not active reach nothing',
    severity: 'HIGH',
    category: 'Leavers',
    description: 'Their groups and applications still stand, and work again once somebody activates them.',
    remediation: 'Deactivate them, and take them out of groups.',
    controls: LEAVERS,
    population: 'federated_user with-attribute cloudtype IDP_OKTA and status != ACTIVE',
    failing: 'federated_user with-attribute cloudtype IDP_OKTA and status != ACTIVE with-access any',
    reason: 'Not active, and still reaches something.',
  },
  {
    id: 'okta-sign-on-mfa',
    name: 'Sign-on policies of Okta ask for a second factor',
    severity: 'HIGH',
    category: 'Authentication',
    description: 'A factor that is enrolled protects nobody where a policy does not ask for it.',
    remediation: 'Ask for two factors in every rule of the policy that lets somebody in.',
    controls: FACTOR,
    population: `${SIGN_ON_POLICY} and asksmfa *`,
    failing: `${SIGN_ON_POLICY} and asksmfa false`,
    reason: 'One of its rules lets somebody in without a second factor.',
  },
  {
    id: 'okta-session-length',
    name: 'Sessions of Okta end after 15 idle minutes',
    severity: 'MEDIUM',
    category: 'Authentication',
    description: 'A session that never ends is a password that never changes.',
    remediation: 'Set the longest idle time in the global session policy, and one of twelve hours for all of a session.',
    controls: { SOC2: 'CC6.1', ISO_27001: 'A.8.5', NIST_CSF: 'PR.AA-03', PCI_DSS: '8.2.8' },
    population: `${SIGN_ON_POLICY} and idleminutes *`,
    failing: `${SIGN_ON_POLICY} and idleminutes > 15`,
    reason: 'By one of its rules a session may idle for more than 15 minutes.',
  },
  {
    id: 'gcp-service-account-keys',
    name: 'Service accounts of Google Cloud have no keys older than 90 days',
    severity: 'MEDIUM',
    category: 'Credentials',
    description: 'A key file works from anywhere until somebody deletes it.',
    remediation: 'Use workload identity in its place, or change the key.',
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
    description: 'A key that old is in places that nobody remembers.',
    remediation: 'Find out which program uses it, give it workload identity, and delete the key.',
    controls: OF_NO_FRAMEWORK,
    population: 'service_account with-attribute cloudtype GCP and keyage *',
    failing: 'service_account with-attribute cloudtype GCP and keyage > 365',
    reason: 'Its oldest key is older than a year.',
  },
  {
    id: 'aws-role-external-boundary',
    name: 'Roles that administer roles carry a permissions boundary',
    severity: 'LOW',
    category: 'Guard rails',
    description: 'A boundary keeps what such a role makes within limits.',
    remediation: 'Set a permissions boundary on it, and let it make roles with that boundary alone.',
    controls: OF_NO_FRAMEWORK,
    population: 'role with-attribute cloudtype AWS and boundary * with-access role for admin',
    failing: 'role with-attribute cloudtype AWS and boundary false with-access role for admin',
    reason: 'It administers roles and has no permissions boundary.',
  },
];

export const IDENTITY_RULES: readonly ComplianceRule[] = [...PER_DIRECTORY, ...OWN];
