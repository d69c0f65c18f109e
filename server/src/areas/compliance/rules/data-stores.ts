import type { Severity } from '@cam/contracts';
import { CLOUDS, type Cloud } from './clouds';
import { AT_REST, CRYPTO_KEYS, EXPOSED, EXPOSED_COMPUTE, type Controls } from './controls';
import type { ComplianceRule } from './rule';

interface Store {
  type: string;
  key: string;
  /** How people call many of them. */
  plural: string;
  /** How bad it is where everybody reaches one. */
  exposed?: Severity;
  /** What frameworks ask where that is not what they ask of data. */
  controls?: Controls;
  /** Clouds that may hold them in the clear; elsewhere they are encrypted in every case. */
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

/** What everybody reaches, and what lies on disks in the clear. What is not known of a store is not judged. */
export const STORE_RULES: readonly ComplianceRule[] = CLOUDS.flatMap(({ cloud, id, name, cis }) =>
  STORES.flatMap(({ type, key, plural, exposed, controls = EXPOSED, inTheClear = [], cis: numbers }): ComplianceRule[] => {
    const own = numbers?.[cloud] ?? {};
    const all = `${type} with-attribute cloudtype ${cloud}`;
    const open: ComplianceRule[] = exposed
      ? [
          {
            id: `${id}-${key}-public`,
            name: `${plural} of ${name} are not public`,
            severity: exposed,
            category: 'Exposure',
            description: 'What the whole internet reaches is found by those who look for it, whoever it was meant for.',
            remediation:
              'Take everybody out of its policy or its networks, block public access where the provider can, and hand out single links instead.',
            controls: { ...controls, ...(own.exposed ? { [cis]: own.exposed } : {}) },
            population: `${all} and public *`,
            failing: `${all} and public true`,
            reason: 'Anybody on the internet reaches it.',
          },
        ]
      : [];
    const clear: ComplianceRule[] = inTheClear.includes(cloud)
      ? [
          {
            id: `${id}-${key}-encrypted`,
            name: `${plural} of ${name} are encrypted`,
            severity: 'MEDIUM',
            category: 'Encryption',
            description: 'What is not encrypted can be read by whoever gets hold of a copy, a snapshot or a disk.',
            remediation: 'Switch encryption at rest on, with a key of your own where the data is sensitive; some stores have to be copied for that.',
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
