import { accordingTo, type Statement } from './statement';

const RBAC = 'https://learn.microsoft.com/azure/role-based-access-control';
const overview = accordingTo(`${RBAC}/overview`);
const scopes = accordingTo(`${RBAC}/scope-overview`);
const definitions = accordingTo(`${RBAC}/role-definitions`);
const builtIn = accordingTo(`${RBAC}/built-in-roles`);
const denies = accordingTo(`${RBAC}/deny-assignments`);
const conditions = accordingTo(`${RBAC}/conditions-format`);
const vaults = accordingTo('https://learn.microsoft.com/azure/key-vault/general/rbac-access-policy');
const eligible = accordingTo('https://learn.microsoft.com/entra/id-governance/privileged-identity-management/pim-configure');

const ACCESS = 'https://learn.microsoft.com/entra/identity/conditional-access';
const grants = accordingTo(`${ACCESS}/concept-conditional-access-grant`);
const users = accordingTo(`${ACCESS}/concept-conditional-access-users-groups`);
const targets = accordingTo(`${ACCESS}/concept-conditional-access-cloud-apps`);
const reportOnly = accordingTo(`${ACCESS}/concept-conditional-access-report-only`);
const signIns = accordingTo(`${ACCESS}/concept-conditional-access-conditions`);

const READ_BLOB = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read';
const WRITE_MACHINE = 'Microsoft.Compute/virtualMachines/write';
const DELETE_MACHINE = 'Microsoft.Compute/virtualMachines/delete';
const GET_SECRET = 'Microsoft.KeyVault/vaults/secrets/getSecret/action';

const person = (name: string): string => `entra/${name}@example.com`;

/** Statements about the subscription. */
export const AZURE_STATEMENTS: readonly Statement[] = [
  grants(person('blok'), 'azure/web', '---', 'a conditional access policy blocks the user from Azure'),
  grants(person('mfan'), 'azure/web', 'r--', 'a policy requires multifactor authentication'),
  reportOnly(person('repo'), 'azure/web', 'R--', 'policies that are off or report-only block nobody'),
  signIns(person('outd'), 'azure/web', 'r--', 'a policy blocks sign-ins outside the office'),
  users(person('gina'), 'azure/web', 'r--', 'the policy includes her group'),
  users(person('xena'), 'azure/web', 'R--', 'the policy excludes one of her groups, and an exclusion wins'),
  targets(person('mfab'), 'azure/by-role', 'R--', 'the policy concerns the management of Azure and not the secrets of vaults'),
  users(person('dora'), 'entra/none@example.com', 'rwa', 'the policy includes her directory role'),
  targets(person('anna'), 'entra/wiki', 'r--', 'the policy names the application'),
  targets(person('anna'), 'entra/forum', 'R--', 'the policy names another application'),
  grants(person('abel'), 'entra/wiki', '---', 'a policy for all resources blocks the user'),
  grants(person('abel'), 'entra/forum', 'R--', 'the policy for all resources excludes this application'),
  users('entra/robot', 'entra/none@example.com', 'RWA', 'policies for users do not concern service principals'),
  overview(person('none'), 'azure/web', '---', 'nothing is assigned'),
  builtIn(person('olga'), 'azure/web', 'RWA', 'Owner has every action of the control plane'),
  builtIn(person('carl'), 'azure/web', 'RW-', 'Contributor does not manage access'),
  builtIn(person('rita'), 'azure/web', 'R--', 'Reader only reads'),
  builtIn(person('uma'), 'azure/web', 'R-A', 'User Access Administrator reads and manages access'),
  scopes(person('mara'), 'azure/web', 'R--', 'the management group contains the subscription'),
  scopes(person('tess'), 'azure/web', 'R--', 'the upper management group contains the subscription'),
  scopes(person('elsa'), 'azure/web', '---', 'the management group does not contain the subscription'),
  scopes(person('gail'), 'azure/web', 'R--', 'the resource group contains the machine'),
  scopes(person('gail'), 'azure/batch', '---', 'the machine is in another resource group'),
  scopes(person('wade'), 'azure/web', '-W-', 'the role restarts this machine'),
  scopes(person('wade'), 'azure/batch', '---', 'the role is assigned on another machine'),
  definitions(person('olga'), 'azure/store', `may not ${READ_BLOB}`, 'actions of the control plane contain no data actions'),
  definitions(person('bela'), 'azure/store', `may ${READ_BLOB}`, 'the data action is assigned'),
  definitions(person('bela'), 'azure/store', 'R--', 'the role only reads'),
  definitions(person('bela'), 'azure/archive', '---', 'the role is assigned on another storage account'),
  definitions(person('dana'), 'azure/store', `may ${READ_BLOB}`, 'the data actions have a wildcard, and scopes ignore case'),
  definitions(person('kora'), 'azure/store', 'may Microsoft.Storage/storageAccounts/listKeys/action', 'names of actions ignore case'),
  definitions(person('rita'), 'azure/store', 'may not Microsoft.Storage/storageAccounts/listKeys/action', 'listing keys is no read action'),
  definitions(person('carl'), 'azure/web', 'may not Microsoft.Authorization/roleAssignments/write', 'NotActions exclude it'),
  definitions(
    person('both'),
    'azure/web',
    'may Microsoft.Authorization/roleAssignments/write',
    'NotActions deny nothing, and another role grants it',
  ),
  overview(person('mate'), 'azure/web', 'R--', 'the role is assigned to a group of the user'),
  overview(person('nest'), 'azure/web', 'R--', 'group membership is transitive'),
  overview('entra/team', 'azure/web', 'R--', 'the role is assigned to the group'),
  denies(person('nick'), 'azure/web', `may not ${DELETE_MACHINE}`, 'a deny assignment blocks it, although a role grants it'),
  denies(person('carl'), 'azure/web', `may ${DELETE_MACHINE}`, 'the deny assignment names another user'),
  denies(person('nick'), 'azure/web', `may not ${WRITE_MACHINE}`, 'a deny assignment names a group of the user'),
  denies(person('pete'), 'azure/web', `may ${WRITE_MACHINE}`, 'the deny assignment excludes the user'),
  denies(person('both'), 'azure/web', `may not ${WRITE_MACHINE}`, 'the deny assignment names a group of the user'),
  denies(person('carl'), 'azure/batch', `may ${WRITE_MACHINE}`, 'the deny assignment does not apply to child scopes'),
  denies(person('olga'), 'azure/batch', `may not ${DELETE_MACHINE}`, 'a deny assignment names all principals'),
  denies(person('olga'), 'azure/web', `may ${DELETE_MACHINE}`, 'the deny assignment is on another resource group'),
  vaults(person('sven'), 'azure/by-role', `may ${GET_SECRET}`, 'the vault uses roles'),
  vaults(person('sven'), 'azure/by-policy', `may not ${GET_SECRET}`, 'the vault uses access policies, and none names the user'),
  vaults(person('vera'), 'azure/by-policy', `may ${GET_SECRET}`, 'the access policy names the user'),
  vaults(person('vera'), 'azure/by-role', '---', 'the access policy is of another vault'),
  conditions(person('late'), 'azure/web', '---', 'the condition ended in the past'),
  conditions(person('name'), 'azure/store', 'R--', 'the condition names the storage account'),
  conditions(person('name'), 'azure/archive', '---', 'the condition names another storage account'),
  conditions(person('tags'), 'azure/store', `may ${READ_BLOB}`, 'blobs with the tag are readable'),
  eligible(person('pims'), 'azure/web', 'rwa', 'the role is eligible and must be activated first'),
];
