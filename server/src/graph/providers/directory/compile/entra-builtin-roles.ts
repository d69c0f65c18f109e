/**
 * Ids of built-in roles, which are the same in every directory.
 * @see Microsoft Learn, "Microsoft Entra built-in roles"
 */
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';
const PRIVILEGED_AUTHENTICATION = '7be44c8a-adaf-4e2a-84d6-ab2649e08a13';
const PRIVILEGED_ROLES = 'e8611ab8-c189-46e8-94e1-60213ab1f814';
const USERS = 'fe930be7-5e62-47db-91af-98c3a49a38b1';
const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8';
const PASSWORDS = '966707d0-3269-4727-9be2-8c3a10f19b9d';
const AUTHENTICATION = 'c4e39bd9-1100-46d3-8c65-fb160da0071f';
const GROUPS = 'fdd7a751-b60b-444a-984c-02652fe8fa1c';
const DIRECTORY_READERS = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b';
const GUEST_INVITER = '95e79109-95c0-4d8e-aee3-d01accf2d47b';
const MESSAGE_CENTER_READER = '790c1fb9-7f7d-4f88-86a1-ef1f95c05c1b';
const REPORTS_READER = '4a5d8f65-41da-4de4-8968-e035b65339cf';
const USAGE_SUMMARY_READER = '75934031-6c7e-415a-99d7-48dbd49e875e';

const READERS = [DIRECTORY_READERS, GUEST_INVITER, MESSAGE_CENTER_READER, REPORTS_READER, USAGE_SUMMARY_READER];

/**
 * For each role, the roles whose holders it may reset or change in other sensitive ways; null for all. Every role may do so for users without a role.
 * Roles that are not listed may change no administrators.
 * @see Microsoft Learn, "Who can reset passwords" and "Who can perform sensitive actions"
 */
export const MAY_CHANGE: Readonly<Record<string, readonly string[] | null>> = {
  [GLOBAL_ADMINISTRATOR]: null,
  [PRIVILEGED_AUTHENTICATION]: null,
  [PRIVILEGED_ROLES]: null,
  [USERS]: [...READERS, GROUPS, HELPDESK, USERS],
  [HELPDESK]: [...READERS, HELPDESK],
  [AUTHENTICATION]: [...READERS, AUTHENTICATION, PASSWORDS],
  [PASSWORDS]: [DIRECTORY_READERS, GUEST_INVITER, PASSWORDS],
};

const READS = 'users/standard/read groups/standard/read applications/standard/read servicePrincipals/standard/read roleAssignments/standard/read';
const RESETS = 'users/password/update users/invalidateAllRefreshTokens users/standard/read';
const APPLICATIONS = `applications/create applications/delete applications/basic/update applications/credentials/update applications/owners/update
  servicePrincipals/create servicePrincipals/delete servicePrincipals/basic/update servicePrincipals/credentials/update servicePrincipals/owners/update
  servicePrincipals/appRoleAssignedTo/update applications/standard/read servicePrincipals/standard/read users/standard/read groups/standard/read`;
const ALL_OF_GROUPS = 'groups/standard/read groups/create groups/delete groups/basic/update groups/members/update groups/owners/update';
const ALL_OF_USERS = `users/standard/read users/create users/delete users/restore users/basic/update users/userPrincipalName/update users/enable users/disable
  users/manager/update users/password/update users/invalidateAllRefreshTokens`;
const POLICIES =
  'conditionalAccessPolicies/standard/read conditionalAccessPolicies/create conditionalAccessPolicies/basic/update conditionalAccessPolicies/delete';

interface BuiltInRole {
  name: string;
  actions: string[];
}

const role = (name: string, actions: string): BuiltInRole => ({
  name,
  actions: actions
    .trim()
    .split(/\s+/)
    .map((action) => `microsoft.directory/${action}`),
});

/** Permissions of the most important built-in roles, for bundles without the role definitions. */
export const BUILT_IN_ROLES: Readonly<Record<string, BuiltInRole>> = {
  [GLOBAL_ADMINISTRATOR]: role(
    'Global Administrator',
    `users/allProperties/allTasks groups/allProperties/allTasks applications/allProperties/allTasks servicePrincipals/allProperties/allTasks
     roleAssignments/allProperties/allTasks roleDefinitions/allProperties/allTasks conditionalAccessPolicies/allProperties/allTasks
     domains/allProperties/allTasks devices/allProperties/allTasks auditLogs/allProperties/read signInReports/allProperties/read`,
  ),
  'f2ef992c-3afb-46b9-b7cf-a126ee74c451': role('Global Reader', `${READS} conditionalAccessPolicies/standard/read auditLogs/allProperties/read`),
  [PRIVILEGED_ROLES]: role(
    'Privileged Role Administrator',
    `roleAssignments/allProperties/allTasks roleDefinitions/allProperties/allTasks groups/members/update groups/owners/update groups/standard/read
     servicePrincipals/appRoleAssignedTo/update`,
  ),
  [PRIVILEGED_AUTHENTICATION]: role(
    'Privileged Authentication Administrator',
    `${RESETS} users/authenticationMethods/basic/update users/authenticationMethods/create users/authenticationMethods/delete users/enable users/disable users/delete
     users/restore users/userPrincipalName/update`,
  ),
  [USERS]: role('User Administrator', `${ALL_OF_USERS} ${ALL_OF_GROUPS}`),
  [HELPDESK]: role('Helpdesk Administrator', RESETS),
  [PASSWORDS]: role('Password Administrator', 'users/password/update users/standard/read'),
  [AUTHENTICATION]: role('Authentication Administrator', `${RESETS} users/authenticationMethods/basic/update users/authenticationMethods/create`),
  [GROUPS]: role('Groups Administrator', ALL_OF_GROUPS),
  '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3': role('Application Administrator', APPLICATIONS),
  '158c047a-c907-4556-b7ef-446551a6b5f7': role('Cloud Application Administrator', APPLICATIONS),
  'cf1c38e5-3621-4004-a7cb-879624dced7c': role('Application Developer', 'applications/createAsOwner servicePrincipals/createAsOwner'),
  '8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2': role('Hybrid Identity Administrator', `${APPLICATIONS} domains/federation/update`),
  '194ae4cb-b126-40b2-bd5b-6091b380977d': role(
    'Security Administrator',
    `${READS} ${POLICIES} auditLogs/allProperties/read signInReports/allProperties/read`,
  ),
  '5f2222b1-57c3-48ba-8ad5-d4759f1fde6f': role('Security Operator', `${READS} auditLogs/allProperties/read signInReports/allProperties/read`),
  '5d6b6bb7-de71-4623-b4af-96380a352509': role('Security Reader', `${READS} auditLogs/allProperties/read signInReports/allProperties/read`),
  'b1be1c3e-b65d-4f19-8427-f6fa0d97feb9': role('Conditional Access Administrator', POLICIES),
  '0526716b-113d-4c15-b2c8-68e3c22b9f80': role('Authentication Policy Administrator', 'authenticationMethodsPolicy/basic/update'),
  'be2f45a1-457d-42af-a067-6ec1fa63bc45': role(
    'External Identity Provider Administrator',
    'domains/federation/update identityProviders/allProperties/allTasks',
  ),
  '8329153b-31d0-4727-b945-745eb3bc5f31': role('Domain Name Administrator', 'domains/allProperties/allTasks'),
  '4d6ac14f-3453-41d0-bef9-a3e0c569773a': role(
    'License Administrator',
    'users/assignLicense users/standard/read groups/assignLicense groups/standard/read',
  ),
  '3a2c62db-5318-420d-8d74-23affee5d9d5': role('Intune Administrator', `devices/allProperties/allTasks ${ALL_OF_GROUPS} users/standard/read`),
  '7698a772-787b-4ac8-901f-60d6b08affd2': role('Cloud Device Administrator', 'devices/allProperties/allTasks'),
  [DIRECTORY_READERS]: role('Directory Readers', READS),
  '9360feb5-f418-4baa-8175-e2a00bac4301': role('Directory Writers', `${READS} users/basic/update ${ALL_OF_GROUPS}`),
  [GUEST_INVITER]: role('Guest Inviter', 'users/inviteGuest users/standard/read'),
  [REPORTS_READER]: role('Reports Reader', 'auditLogs/allProperties/read signInReports/allProperties/read'),
};
