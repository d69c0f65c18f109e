import type { Tier } from '../../store/risk-rows';

/** A rule that every tenant has and can switch off. */
export interface BuiltInRule {
  id: string;
  name: string;
  query: string;
  tier: Tier;
  reason: string;
}

const words = (names: readonly string[]): string => names.map((name) => (/\s/.test(name) ? `"${name}"` : name)).join('|');

/**
 * Entra roles that reset credentials of administrators or grant roles.
 * @see Microsoft Entra documentation, "Privileged roles and permissions in Microsoft Entra ID"
 */
const ENTRA = [
  'Global Administrator',
  'Privileged Role Administrator',
  'Privileged Authentication Administrator',
  'Application Administrator',
  'Cloud Application Administrator',
  'Hybrid Identity Administrator',
];

/** @see Okta documentation, "Standard administrator roles and permissions" */
const OKTA = ['Super Administrator', 'Organization Administrator'];

/** @see Azure documentation, "Azure built-in roles", the roles with Microsoft.Authorization/roleAssignments/write */
const AZURE = ['Owner', 'User Access Administrator', 'Role Based Access Control Administrator'];

/**
 * Accounts for these stages hold no work of production. Their administrators do not decide on production, and whoever also reaches another account is
 * in tier 0 because of that one. Staging is not among them, because it often shares data and networks with production.
 */
const WITHOUT_PRODUCTION = 'development|test|sandbox';
const outsideProduction = `stage ${WITHOUT_PRODUCTION}`;
/** An account without a stage counts as production. */
const maybeProduction = `stage != ${WITHOUT_PRODUCTION}`;

/** @see Google Cloud documentation, "IAM roles and permissions index", the roles with setIamPolicy of a folder or organization */
const GCP = [
  'roles/owner',
  'roles/resourcemanager.organizationAdmin',
  'roles/resourcemanager.folderAdmin',
  'roles/iam.securityAdmin',
  'roles/resourcemanager.folderIamAdmin',
];

/** The roles with setIamPolicy of a project. */
const GCP_PROJECT = [...GCP, 'roles/resourcemanager.projectIamAdmin'];

/** Folders and organizations decide on everything below them, so they have no stage of their own. */
const GCP_FOLDERS = 'cloudtype GCP and uri ~ ":SCOPE:organizations/"|":SCOPE:folders/"';

/** Together, these actions give an identity of AWS every right that the account can give. */
const AWS = ['iam:CreatePolicyVersion', 'iam:AttachRolePolicy', 'iam:PutRolePolicy', 'iam:UpdateAssumeRolePolicy', 'iam:CreateAccessKey'];

const awsAdministrators = (stage: string): string =>
  `role|user|group with-attribute cloudtype AWS with-access any with-attribute ${stage} ${AWS.map((action, n) => `${n === 0 ? 'for' : 'and'} action ${action}`).join(' ')}`;
const azureOwners = (stage: string): string =>
  `any with-access account_data|scope with-attribute cloudtype AZURE and ${stage} with-role ${words(AZURE)}`;
const gcpProjectAdministrators = (stage: string): string =>
  `any with-access scope with-attribute cloudtype GCP and ${stage} with-role ${words(GCP_PROJECT)}`;

/**
 * The rules of tier 0, control: whoever is in it can change who may do what. Those of tier 2 hold who can do so only in accounts without production.
 * The stage is that of what they control. It is not their own, because whoever may tag a role could hide it.
 */
export const BUILT_IN_RULES: readonly BuiltInRule[] = [
  {
    id: 'entra-administrators',
    name: 'Entra ID administrators of roles and credentials',
    query: `any with-attribute cloudtype IDP_AZURE_AD with-role ${words(ENTRA)}`,
    tier: 0,
    reason: 'They can grant directory roles or reset the credentials of those who can.',
  },
  {
    id: 'okta-administrators',
    name: 'Okta super and organization administrators',
    query: `any with-attribute cloudtype IDP_OKTA with-role ${words(OKTA)}`,
    tier: 0,
    reason: 'They can change administrators, sign-in policies and the applications that users reach.',
  },
  {
    id: 'azure-owners',
    name: 'Azure owners of subscriptions and management groups',
    query: azureOwners(maybeProduction),
    tier: 0,
    reason: 'They can assign any role to anyone in the subscription or below the management group.',
  },
  {
    id: 'gcp-administrators',
    name: 'Google Cloud administrators of organizations and folders',
    query: `any with-access scope with-attribute ${GCP_FOLDERS} with-role ${words(GCP)}`,
    tier: 0,
    reason: 'They can set the IAM policy of everything below the organization or folder.',
  },
  {
    id: 'aws-administrators',
    name: 'AWS administrators of IAM',
    query: awsAdministrators(maybeProduction),
    tier: 0,
    reason: 'They can create credentials and attach policies, so they can give every permission of the account to anyone.',
  },
  {
    id: 'scopes',
    name: 'Organizations, folders, management groups and subscriptions',
    query: `scope with-attribute cloudtype AWS|AZURE and ${maybeProduction} or scope with-attribute ${GCP_FOLDERS}`,
    tier: 0,
    reason: 'Policies of these scopes decide on the access to everything below them.',
  },
  {
    id: 'gcp-project-administrators',
    name: 'Google Cloud administrators of projects',
    query: gcpProjectAdministrators(maybeProduction),
    tier: 0,
    reason: 'They can set the IAM policy of the project, so they can give every permission in it to anyone.',
  },
  {
    id: 'aws-administrators-outside-production',
    name: 'AWS administrators outside production',
    query: awsAdministrators(outsideProduction),
    tier: 2,
    reason: 'They can give every permission of an account for development, tests or a sandbox to anyone.',
  },
  {
    id: 'azure-owners-outside-production',
    name: 'Azure owners of subscriptions outside production',
    query: azureOwners(outsideProduction),
    tier: 2,
    reason: 'They can assign any role to anyone in a subscription for development, tests or a sandbox.',
  },
  {
    id: 'gcp-project-administrators-outside-production',
    name: 'Google Cloud administrators of projects outside production',
    query: gcpProjectAdministrators(outsideProduction),
    tier: 2,
    reason: 'They can set the IAM policy of a project for development, tests or a sandbox.',
  },
  {
    id: 'scopes-outside-production',
    name: 'Accounts and subscriptions outside production',
    query: `scope with-attribute cloudtype AWS|AZURE and ${outsideProduction}`,
    tier: 2,
    reason: 'Policies of these scopes decide on the access to everything in an account for development, tests or a sandbox.',
  },
];

/** The rule id of a built-in rule begins with this. */
export const BUILT_IN_PREFIX = 'built-in:';
