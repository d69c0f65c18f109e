import type { Severity } from '@cam/contracts';
import { CLOUDS, type Cloud } from './clouds';
import { AT_REST, CRYPTO_KEYS, EXPOSED, EXPOSED_COMPUTE, type Controls } from './controls';
import type { ComplianceRule } from './rule';

interface Store {
  type: string;
  key: string;
  /** Plural name in rule names. */
  plural: string;
  /** Severity of public access. */
  exposed?: Severity;
  /** Controls, if they differ from those of data. */
  controls?: Controls;
  /** Clouds that allow unencrypted stores; others always encrypt. */
  inTheClear?: readonly Cloud[];
  cis?: Partial<Record<Cloud, { exposed?: string; encrypted?: string }>>;
}

const STORES: readonly Store[] = [
  {
    type: 'object_store',
    key: 'object-stores',
    plural: 'Object stores',
    exposed: 'HIGH',
    cis: { AWS: { exposed: '2.21 3.1.4' }, AZURE: { exposed: '9.3.8' }, GCP: { exposed: '5.1' } },
  },
  {
    type: 'relational_db',
    key: 'databases',
    plural: 'Relational databases',
    exposed: 'HIGH',
    inTheClear: ['AWS'],
    cis: { AWS: { exposed: '3.2.3', encrypted: '3.2.1' }, GCP: { exposed: '6.5' } },
  },
  { type: 'nosql_db', key: 'nosql-databases', plural: 'NoSQL databases', exposed: 'HIGH' },
  {
    type: 'keystore',
    key: 'keys',
    plural: 'Keys and secrets',
    exposed: 'HIGH',
    controls: CRYPTO_KEYS,
    cis: { AWS: { exposed: '2.21' }, AZURE: { exposed: '8.3.7' }, GCP: { exposed: '1.10' } },
  },
  { type: 'disk', key: 'disks', plural: 'Disks', inTheClear: ['AWS'], cis: { AWS: { encrypted: '6.1.1' } } },
  {
    type: 'serverless_compute',
    key: 'functions',
    plural: 'Functions',
    exposed: 'MEDIUM',
    controls: EXPOSED_COMPUTE,
    cis: { AWS: { exposed: '2.21' } },
  },
  { type: 'instance', key: 'machines', plural: 'Machines', exposed: 'LOW', controls: EXPOSED_COMPUTE, cis: { GCP: { exposed: '4.9' } } },
];

/** Rules about public and unencrypted stores. A store with an unknown state is not evaluated. */
export const STORE_RULES: readonly ComplianceRule[] = CLOUDS.flatMap(({ cloud, id, name, cis }) =>
  STORES.flatMap(({ type, key, plural, exposed, controls = EXPOSED, inTheClear = [], cis: numbers }): ComplianceRule[] => {
    const own = numbers?.[cloud] ?? {};
    const all = `${type} with-attribute cloudtype ${cloud}`;
    const open: ComplianceRule[] = exposed
      ? [
          {
            id: `${id}-${key}-public`,
            name: `${plural} in ${name} are not public`,
            severity: exposed,
            category: 'Exposure',
            description: 'Attackers scan the internet and find every public resource.',
            remediation:
              'Remove public access from its policy and network rules, and block public access where the provider supports it. Share single links instead.',
            controls: { ...controls, ...(own.exposed ? { [cis]: own.exposed } : {}) },
            population: `${all} and public *`,
            failing: `${all} and public true`,
            reason: 'It is accessible from the internet.',
          },
        ]
      : [];
    const clear: ComplianceRule[] = inTheClear.includes(cloud)
      ? [
          {
            id: `${id}-${key}-encrypted`,
            name: `${plural} in ${name} are encrypted`,
            severity: 'MEDIUM',
            category: 'Encryption',
            description: 'Unencrypted data is readable in every copy, snapshot and disk.',
            remediation: 'Enable encryption at rest, with a customer-managed key for sensitive data. Some stores must be copied for this.',
            controls: { ...AT_REST, ...(own.encrypted ? { [cis]: own.encrypted } : {}) },
            population: `${all} and encrypted *`,
            failing: `${all} and encrypted false`,
            reason: 'It is not encrypted at rest.',
          },
        ]
      : [];
    return [...open, ...clear];
  }),
);
