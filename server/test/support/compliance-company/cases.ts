import { ACCOUNT } from '../aws-account';
import { SECOND, NAMED, UNKNOWN } from './aws';
import { PORTS } from './ports';
import { PROJECT, SECOND_PROJECT } from './gcp';

/** The names of objects that fail a rule and that pass it. `@` names their account. */
export interface RuleCase {
  fails: readonly string[];
  passes: readonly string[];
}

/** One name each, or several separated by blanks. */
const of = (fails: string, passes: string): RuleCase => ({ fails: fails.split(' '), passes: passes.split(' ') });

const mail = (names: string): string => names.replace(/[\w-]+/g, '$&@example.com');
const robot = (names: string): string => names.replace(/[\w-]+/g, '$&@comply-1.iam.gserviceaccount.com');

/** Ports that a range or an all-ports rule opens too. */
const alsoOpen = (port: number): string => (port >= 20 && port <= 30 ? ' range everything' : port === 3389 ? ' two everything' : ' everything');

const NETWORKS = ['aws', 'azure', 'gcp'].flatMap((cloud) =>
  PORTS.map(([service, port]) => [`${cloud}-port-${service}`, of(`open-${port}${alsoOpen(port)}`, 'web office')] as const),
);

/** Single actions that users hold, or users and roles. */
const BY_PEOPLE = 'trail-stop trail-delete detector-delete key-delete attach-policy login-profile access-keys'.split(' ');
const BY_ROLES = 'organization-leave pass-role-machine pass-role-function policy-version trust-change'.split(' ');

/** A failing and a passing case for each rule that the product evaluates. */
export const CASES: Readonly<Record<string, RuleCase>> = {
  'aws-user-mfa': of('ada', 'eve bob'),
  'aws-user-privileged-mfa': of('ada', 'eve'),
  'aws-user-keys-90': of('ada carl', 'bob eve'),
  'aws-user-keys-365': of('ada', 'carl bob'),
  'aws-role-external-boundary': of('boss', 'busy'),
  'aws-people-administer': of(`ada eve ${mail('both')}`, 'bob dora'),
  'aws-machines-administer': of('machine-bad', 'machine-good'),
  'aws-functions-administer': of('function-bad', 'function-good'),
  'aws-people-manage-people': of('ada eve', 'bob dora'),
  'aws-people-use-keys': of('ada', 'bob dora'),
  'aws-people-write-databases': of('ada', 'bob dora'),
  'aws-strangers': of(UNKNOWN, NAMED),
  'aws-everybody-reads': of(`Everyone@${ACCOUNT}`, `Everyone@${SECOND}`),
  'aws-unused-roles-administer': of('boss', 'busy'),
  'aws-people-unused-writes': of('ada', 'dora'),
  ...Object.fromEntries(BY_PEOPLE.map((key) => [`aws-${key}-action`, of('ada', 'bob dora')])),
  ...Object.fromEntries(BY_ROLES.map((key) => [`aws-${key}-action`, of('ada boss', 'bob plain')])),
  'aws-iam-user-admin': of('ada', 'bob dora'),
  'aws-iam-user-direct-access': of('ada', 'bob eve'),
  'aws-iam-user-manages-users': of('ada', 'bob dora'),
  'aws-iam-role-manages-roles': of('boss', 'plain'),
  'aws-iam-policy-tampering': of('ada', 'bob dora'),
  'aws-iam-role-boundary': of('boss', 'busy'),
  'aws-iam-role-everybody': of('open', 'boss plain'),
  'aws-object-stores-public': of('open', 'closed'),
  'aws-databases-public': of('database-bad', 'database-good'),
  'aws-databases-encrypted': of('database-bad', 'database-good'),
  'aws-nosql-databases-public': of('table-bad', 'table-good'),
  'aws-keys-public': of('key-bad', 'key-good'),
  'aws-disks-encrypted': of('disk-bad', 'disk-good'),
  'aws-functions-public': of('function-bad', 'function-good'),
  'aws-machines-public': of('machine-bad', 'machine-good'),

  'azure-people-administer': of(mail('olga guest-bad'), mail('rita wanda')),
  'azure-programs-administer': of('program-bad', 'program-good'),
  'azure-machines-administer': of('machine-bad', 'machine-good'),
  'azure-functions-administer': of('function-bad', 'function-good'),
  'azure-guests-administer': of(mail('guest-bad'), mail('guest-good')),
  'azure-people-use-keys': of(mail('olga'), mail('rita')),
  'azure-people-write-databases': of(mail('olga'), mail('rita')),
  'azure-people-unused-writes': of(mail('olga'), mail('wanda')),
  'azure-role-assign-action': of(mail('olga'), mail('rita')),
  'azure-logs-delete-action': of(mail('olga'), mail('rita')),
  'azure-storage-keys-action': of(mail('olga'), mail('rita')),
  'azure-object-stores-public': of('storage-bad', 'storage-good'),
  'azure-databases-public': of('database-bad', 'database-good'),
  'azure-nosql-databases-public': of('documents-bad', 'documents-good'),
  'azure-keys-public': of('vault-bad', 'vault-good'),
  'azure-functions-public': of('function-bad', 'function-good'),
  'azure-machines-public': of('machine-bad', 'machine-good'),

  'gcp-people-administer': of(mail('olga'), mail('rita wanda')),
  'gcp-programs-administer': of(robot('program-bad'), robot('program-good')),
  'gcp-machines-administer': of('machine-bad', 'machine-good'),
  'gcp-functions-administer': of('function-bad', 'function-good'),
  'gcp-people-use-keys': of(mail('olga'), mail('rita')),
  'gcp-people-write-databases': of(mail('olga'), mail('rita')),
  'gcp-everybody-reads': of(`Everyone@${PROJECT}`, `Everyone@${SECOND_PROJECT}`),
  'gcp-people-unused-writes': of(mail('olga'), mail('wanda')),
  'gcp-token-action': of(mail('olga'), mail('rita')),
  'gcp-keys-action': of(mail('olga'), mail('rita')),
  'gcp-sinks-action': of(mail('olga'), mail('rita')),
  'gcp-service-account-keys': of(robot('program-bad half-year'), robot('program-good')),
  'gcp-service-account-keys-365': of(robot('program-bad'), robot('half-year')),
  'gcp-object-stores-public': of('bucket-bad', 'bucket-good'),
  'gcp-databases-public': of('database-bad', 'database-good ledger'),
  'gcp-nosql-databases-public': of('table-bad', 'table-good'),
  'gcp-keys-public': of('key-bad', 'key-good'),
  'gcp-functions-public': of('function-bad', 'function-good'),
  'gcp-machines-public': of('machine-bad', 'machine-good'),

  'entra-user-mfa': of(mail('rita guest-bad'), mail('olga gina')),
  'entra-user-privileged-mfa': of(mail('guest-bad'), mail('gina')),
  'entra-user-outside-privileged': of(mail('guest-bad'), mail('guest-good')),
  'entra-user-inactive-privileged': of(mail('left-bad'), mail('left-good gina')),
  'entra-global-administrators': of(mail('gina'), mail('helga rita')),
  'entra-programs-privileged': of('program-bad', 'program-good'),
  'entra-users-from-outside': of(mail('guest-bad'), mail('guest-good')),

  'okta-user-mfa': of(mail('tom both len'), mail('pat')),
  'okta-user-privileged-mfa': of(mail('both'), mail('pat')),
  'okta-user-inactive-privileged': of(mail('sue'), mail('len pat')),
  'okta-sign-on-mfa': of('policy-bad', 'policy-good'),
  'okta-session-length': of('policy-bad', 'policy-good'),
  'okta-administrators-clouds': of(mail('both'), mail('pat')),
  'okta-inactive-access': of(mail('sue'), mail('len')),

  ...Object.fromEntries(NETWORKS),
};
