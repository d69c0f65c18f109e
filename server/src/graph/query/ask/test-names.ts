import type { NameHit } from './chart';
import type { AskedNames } from './ask';

const hit = (type: string, name: string, account = 'prod'): NameHit => ({ name, type, uri: `t:${type}:${name}`, account, isExact: true });

/** The names of a small company, for tests of questions. */
const NAMES: readonly NameHit[] = [
  hit('object_store', 'payroll-prod'),
  hit('object_store', 'payroll-archive'),
  hit('object_store', 'customer-exports'),
  hit('object_store', 'larkspur-lake'),
  hit('object_store', 'backups'),
  hit('object_store', 'audit-logs'),
  hit('relational_db', 'hr'),
  hit('relational_db', 'ledger-db'),
  hit('nosql_db', 'sessions'),
  hit('keystore', 'master-key'),
  hit('keystore', 'vault-prod'),
  hit('serverless_compute', 'resize-images'),
  hit('instance', 'web-1'),
  hit('instance', 'bastion'),
  hit('user', 'jane.doe'),
  hit('federated_user', 'nora.lind', 'okta'),
  hit('user', 'nora.lind'),
  hit('user', 'bob'),
  hit('service_account', 'deploy-bot'),
  hit('service_account', 'ci-runner'),
  hit('group', 'Developers'),
  hit('group', 'Data Analysts'),
  hit('group', 'Cloud Platform Admins'),
  hit('group', 'Contractors'),
  hit('federated_group', 'Okta: SRE', 'okta'),
  hit('role', 'DataReader'),
  hit('role', 'BreakGlassAdmin'),
  hit('role', 'Owner'),
  hit('role', 'billing-admin'),
  hit('policy', 'AdministratorAccess'),
  hit('object_store', 'ledger'),
  hit('relational_db', 'ledger'),
  hit('ext_account', 'Brightledger'),
];

/** Finds the names of the small company. */
export const companyNames: AskedNames = {
  accounts: new Set(['prod', 'larkspur production', 'sandbox']),
  stages: new Set(['production', 'sandbox']),
  beginningLike: (text) =>
    Promise.resolve(NAMES.filter(({ name }) => name.toLowerCase().startsWith(text.slice(0, 3).toLowerCase())).map(({ name }) => name)),
  exact: (names) =>
    Promise.resolve(NAMES.filter(({ name }) => names.includes(name.toLowerCase())).map((found) => ({ ...found, key: found.name.toLowerCase() }))),
  containing: (text) =>
    Promise.resolve(NAMES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map((found) => ({ ...found, isExact: false }))),
};
