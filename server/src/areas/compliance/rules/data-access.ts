import { inEachCloud } from './cloud-rules';
import { CRYPTO_KEYS, EXPOSED, PARTNERS, STORED_DATA } from './controls';
import type { ComplianceRule } from './rule';

/** Rules about access to data that users or outsiders should not have. */
export const DATA_ACCESS_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'people-use-keys',
    name: (cloud) => `Users do not change keys and secrets of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'Secrets are for programs. A user who changes a secret can lock a program out or replace its credentials.',
    remediation: 'Let pipelines write secrets, and grant users single secrets on request.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access keystore with-attribute cloudtype ${cloud} for write`,
    reason: 'The user can change keys or secrets.',
    controls: CRYPTO_KEYS,
  },
  {
    key: 'people-write-databases',
    name: (cloud) => `Users do not administer databases of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'A database administrator can open the database to others, copy it or delete it.',
    remediation: 'Move the permissions to roles with time-limited access.',
    who: 'user|federated_user',
    // AWS does not separate administration of a database from changing it.
    fails: (cloud) => `with-access relational_db with-attribute cloudtype ${cloud} for ${cloud === 'AWS' ? 'write' : 'admin'}`,
    reason: 'The user can administer databases.',
    controls: STORED_DATA,
  },
  {
    key: 'strangers',
    name: (cloud) => `Unknown accounts have no access to ${cloud}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Access of an account that is neither connected nor named may be a leftover or a back door.',
    remediation: 'Identify the account. Name it under Shadow Access, or remove it from the policies.',
    who: 'ext_account',
    fails: (cloud) => `with-access any with-attribute cloudtype ${cloud} for xaccount unknown`,
    reason: 'An account that is neither connected nor named has access.',
    controls: PARTNERS,
    // Other clouds grant access to single users and programs, not to whole accounts.
    clouds: ['AWS'],
  },
  {
    key: 'everybody-reads',
    name: (cloud) => `Data of ${cloud} is not accessible anonymously`,
    severity: 'HIGH',
    category: 'Exposure',
    description: 'Data that is accessible without sign-in is public, whatever it contains.',
    remediation: 'Remove public access from the policies of the stores and databases that the search lists.',
    who: 'public_node',
    fails: (cloud) => `with-access object_store|relational_db|nosql_db|keystore with-attribute cloudtype ${cloud}`,
    reason: 'Data is accessible without sign-in.',
    controls: EXPOSED,
    cis: { AWS: '2.21', GCP: '5.1' },
    // Azure role assignments require sign-in.
    clouds: ['AWS', 'GCP'],
  },
]);
