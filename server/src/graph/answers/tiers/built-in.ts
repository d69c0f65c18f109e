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

/** @see Google Cloud documentation, "IAM roles and permissions index", the roles with setIamPolicy of a folder or organization */
const GCP = [
  'roles/owner',
  'roles/resourcemanager.organizationAdmin',
  'roles/resourcemanager.folderAdmin',
  'roles/iam.securityAdmin',
  'roles/resourcemanager.folderIamAdmin',
];

/** Projects of Google Cloud hold workloads. The scopes above them control others. */
const GCP_FOLDERS = 'cloudtype GCP and uri ~ ":SCOPE:organizations/"|":SCOPE:folders/"';

/** Together, these actions give an identity of AWS every right that the account can give. */
const AWS = ['iam:CreatePolicyVersion', 'iam:AttachRolePolicy', 'iam:PutRolePolicy', 'iam:UpdateAssumeRolePolicy', 'iam:CreateAccessKey'];

/** The rules of tier 0, control: whoever is in it can change who may do what. */
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
    query: `any with-access account_data|scope with-attribute cloudtype AZURE with-role ${words(AZURE)}`,
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
    query: `role|user|group with-attribute cloudtype AWS with-access any ${AWS.map((action, n) => `${n === 0 ? 'for' : 'and'} action ${action}`).join(' ')}`,
    tier: 0,
    reason: 'They can create credentials and attach policies, so they can give every permission of the account to anyone.',
  },
  {
    id: 'scopes',
    name: 'Organizations, folders, management groups and subscriptions',
    query: `scope with-attribute cloudtype AWS|AZURE or scope with-attribute ${GCP_FOLDERS}`,
    tier: 0,
    reason: 'Policies of these scopes decide on the access to everything below them.',
  },
];

/** The rule id of a built-in rule begins with this. */
export const BUILT_IN_PREFIX = 'built-in:';
