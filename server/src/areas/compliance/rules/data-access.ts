import { inEachCloud } from './cloud-rules';
import { CRYPTO_KEYS, EXPOSED, PARTNERS, STORED_DATA } from './controls';
import type { ComplianceRule } from './rule';

/** Who reaches data that is meant for programs, or for nobody outside. */
export const DATA_ACCESS_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'people-use-keys',
    name: (cloud) => `People do not write to keys and secrets of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'Secrets are for programs. A person who changes one locks a program out, or puts another in its place.',
    remediation: 'Let pipelines write secrets, and people ask for single ones.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access keystore with-attribute cloudtype ${cloud} for write`,
    reason: 'They change keys or secrets.',
    controls: CRYPTO_KEYS,
  },
  {
    key: 'people-write-databases',
    name: (cloud) => `People do not administer databases of ${cloud}`,
    severity: 'MEDIUM',
    category: 'Data access',
    description: 'Whoever administers a database opens it to others, copies it or deletes it.',
    remediation: 'Leave it to roles that are taken up for a time.',
    who: 'user|federated_user',
    // AWS has no administration of a database apart from changing it.
    fails: (cloud) => `with-access relational_db with-attribute cloudtype ${cloud} for ${cloud === 'AWS' ? 'write' : 'admin'}`,
    reason: 'They administer databases.',
    controls: STORED_DATA,
  },
  {
    key: 'strangers',
    name: (cloud) => `Accounts that nobody knows reach nothing in ${cloud}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Access of an account that is neither connected nor named is a leftover, or a back door.',
    remediation: 'Find out whose account it is: name it under Shadow Access, or take it out of the policies.',
    who: 'ext_account',
    fails: (cloud) => `with-access any with-attribute cloudtype ${cloud} for xaccount unknown`,
    reason: 'An account that is neither connected nor named has access.',
    controls: PARTNERS,
    // Elsewhere no account as a whole is let in, but single people and programs.
    clouds: ['AWS'],
  },
  {
    key: 'everybody-reads',
    name: (cloud) => `The anonymous internet reaches no data of ${cloud}`,
    severity: 'HIGH',
    category: 'Exposure',
    description: 'What anybody reaches without signing in is public, whatever it holds.',
    remediation: 'Take everybody out of the policies of the stores and databases that the search lists.',
    who: 'public_node',
    fails: (cloud) => `with-access object_store|relational_db|nosql_db|keystore with-attribute cloudtype ${cloud}`,
    reason: 'Anybody reaches data without signing in.',
    controls: EXPOSED,
    cis: { AWS: '2.21', GCP: '5.1' },
    // Role assignments of Azure are made to nobody but those who sign in.
    clouds: ['AWS', 'GCP'],
  },
]);
