import type { EntityRow } from '@cam/contracts';
import { administrators, listed, onOwnPages, onPagesOf, publicAccess, publicTab, rules, rulesOfClouds, type Place } from './places';

/** A guardrail whose fact is on no page. Only the search shows it. */
export interface SearchOnly {
  searchOnly: string;
}

const searchOnly = (why: string): SearchOnly => ({ searchOnly: why });

const daysOfKey = ({ values }: EntityRow): number => Number(values['Age of Oldest Key (days)'] ?? 0);
const isGuest = ({ values }: EntityRow): boolean => values.External === 'Yes';
const isWithoutFactor = ({ values }: EntityRow): boolean => values.MFA === 'No';
const isPrivileged = ({ privileged }: EntityRow): boolean => privileged === true;
const isClear = ({ values }: EntityRow): boolean => values.Encrypted === 'No';
const isPublic = ({ values }: EntityRow): boolean => values.Public === 'Yes';

/** The types that stand for whole accounts: scopes do in Azure and Google Cloud. */
const WHOLE_ACCOUNTS = ['ACCOUNT_DATA', 'SCOPE'];

const NO_PATHS = 'The pages show who has access, and the paths of one identity to one resource. No page lists identities by their paths.';
const NO_HOLDERS = 'No page lists the holders of a role of Azure, Google Cloud or a directory. Tiers join them with other roles.';

/** Each built-in guardrail, by id, with the places of the console that show the same fact. A new guardrail needs an entry. */
export const GUARDRAIL_PLACES: Readonly<Record<string, readonly Place[] | SearchOnly>> = {
  // Cross-source access
  'external-account-object-store': [onPagesOf('OBJECT_STORE', { who: 'EXT_ACCOUNT' })],
  'external-account-write': [onOwnPages('EXT_ACCOUNT', 'W')],
  'external-account-admin': [administrators({ who: 'EXT_ACCOUNT' })],
  'external-account-keys': [onPagesOf('KEYSTORE', { who: 'EXT_ACCOUNT' })],
  'external-account-functions': [onPagesOf('SERVERLESS_COMPUTE', { who: 'EXT_ACCOUNT' })],
  'external-users-write': [onOwnPages('USER', 'W', isGuest)],
  'external-users-admin': [onOwnPages('USER', 'A', isGuest)],
  'cross-account-admin': [administrators({ who: 'ROLE', isCross: true })],
  'cross-account-users-data': [onPagesOf('OBJECT_STORE', { who: 'USER', letter: 'W', isCross: true })],
  'cross-account-keys': [onPagesOf('KEYSTORE', { who: 'ROLE', isCross: true })],
  'federated-users-admin': [administrators({ who: 'FEDERATED_USER' })],
  'federated-groups-admin': [administrators({ who: 'FEDERATED_GROUP' })],
  // Data access
  'public-object-store-read': [publicAccess('R', 'OBJECT_STORE')],
  'public-object-store-write': [publicAccess('W', 'OBJECT_STORE')],
  'public-keystore': [publicTab('KEYSTORE'), rulesOfClouds('keys-public')],
  'public-functions': [publicTab('SERVERLESS_COMPUTE'), rulesOfClouds('functions-public')],
  'public-anything': [publicAccess('W')],
  'public-object-stores': [publicTab('OBJECT_STORE'), rulesOfClouds('object-stores-public')],
  'public-databases': [publicTab('RELATIONAL_DB'), rulesOfClouds('databases-public')],
  'object-store-unencrypted': [listed('OBJECT_STORE', 'not encrypted', isClear)],
  'database-unencrypted': [listed('RELATIONAL_DB', 'not encrypted', isClear), rules(['aws-databases-encrypted'], ['AWS'])],
  'disk-unencrypted': [listed('DISK', 'not encrypted', isClear), rules(['aws-disks-encrypted'], ['AWS'])],
  'users-write-all-stores': searchOnly(NO_PATHS),
  'users-read-secrets': searchOnly(NO_PATHS),
  'service-accounts-secrets-admin': [onPagesOf('KEYSTORE', { who: 'SERVICE_ACCOUNT', letter: 'A' })],
  'instances-object-store-admin': [onPagesOf('OBJECT_STORE', { who: 'INSTANCE', letter: 'A' })],
  'functions-object-store-admin': [onPagesOf('OBJECT_STORE', { who: 'SERVERLESS_COMPUTE', letter: 'A' })],
  // Privileged access
  'users-administer-account': [rules(['aws-iam-user-admin'])],
  'privileged-without-mfa': [
    listed('USER', 'privileged, without a second factor', (row) => isPrivileged(row) && isWithoutFactor(row)),
    rules(['aws-user-privileged-mfa', 'entra-user-privileged-mfa'], ['AWS', 'IDP_AZURE_AD']),
  ],
  'privileged-old-keys': [listed('USER', 'privileged, with old keys', (row) => isPrivileged(row) && daysOfKey(row) > 180)],
  'privileged-guests': [
    listed('USER', 'privileged guests', (row) => isPrivileged(row) && isGuest(row)),
    rules(['entra-user-outside-privileged'], ['IDP_AZURE_AD']),
  ],
  'privileged-service-accounts': [listed('SERVICE_ACCOUNT', 'privileged', isPrivileged), rules(['entra-programs-privileged'], ['IDP_AZURE_AD'])],
  'service-accounts-old-keys': [
    listed('SERVICE_ACCOUNT', 'with old keys', (row) => daysOfKey(row) > 90),
    rules(['gcp-service-account-keys'], ['GCP']),
  ],
  'roles-without-boundary': [rules(['aws-iam-role-boundary'])],
  'public-roles': [listed('ROLE', 'public', isPublic), rules(['aws-iam-role-everybody'], ['AWS'])],
  'instances-administer-account': [administrators({ who: 'INSTANCE' }, WHOLE_ACCOUNTS), rulesOfClouds('machines-administer')],
  'functions-administer-account': [administrators({ who: 'SERVERLESS_COMPUTE' }, WHOLE_ACCOUNTS), rulesOfClouds('functions-administer')],
  'users-administer-users': [rules(['aws-iam-user-manages-users'])],
  'users-administer-policies': [rules(['aws-iam-policy-tampering'])],
  'roles-administer-roles': [rules(['aws-iam-role-manages-roles'])],
  'groups-administer-account': [administrators({ who: 'GROUP' })],
  'azure-owners': searchOnly(NO_HOLDERS),
  'azure-user-access-administrators': searchOnly(NO_HOLDERS),
  'azure-contributors-machines': searchOnly(NO_HOLDERS),
  'entra-global-administrators': [rules(['entra-global-administrators'])],
  'entra-application-administrators': searchOnly(NO_HOLDERS),
  'okta-super-administrators': searchOnly(NO_HOLDERS),
  'gcp-editors': searchOnly(NO_HOLDERS),
  'gcp-owners': searchOnly(NO_HOLDERS),
  // Best practices
  'ssh-open': [rulesOfClouds('port-ssh')],
  'rdp-open': [rulesOfClouds('port-rdp')],
  'postgres-open': [rulesOfClouds('port-postgresql')],
  'mysql-open': [rulesOfClouds('port-mysql')],
  'instances-public': [publicTab('INSTANCE'), rulesOfClouds('machines-public')],
  'public-privileged-instances': [
    {
      name: 'Public Objects: INSTANCE, and page of each OBJECT_STORE: identities of type INSTANCE with W',
      of: 'pair',
      read: async (pages) => {
        const open = new Set((await pages.publicObjects()).map(({ uri }) => uri));
        return onPagesOf('OBJECT_STORE', { who: 'INSTANCE', letter: 'W', isShown: ({ identity }) => open.has(identity.uri) }).read(pages);
      },
    },
  ],
  'users-without-mfa': [
    listed('USER', 'without a second factor', isWithoutFactor),
    rules(['aws-user-mfa', 'entra-user-mfa'], ['AWS', 'IDP_AZURE_AD']),
  ],
  'users-old-keys': [listed('USER', 'with keys older than 90 days', (row) => daysOfKey(row) > 90), rules(['aws-user-keys-90'], ['AWS'])],
  'users-very-old-keys': [listed('USER', 'with keys older than a year', (row) => daysOfKey(row) > 365), rules(['aws-user-keys-365'], ['AWS'])],
  'users-direct-access': [rules(['aws-iam-user-direct-access'])],
  'unused-administrators': [rules(['aws-unused-roles-administer'])],
  'unused-service-accounts-write': searchOnly('Unused Access lists service accounts without the resources that they could change.'),
  'unused-federated-administrators': searchOnly('Unused Access lists identities without any use. This guardrail asks for use of one account.'),
};
