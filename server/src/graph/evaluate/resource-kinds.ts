import type { Catalogue } from '../catalogue/catalogue';
import { kindOf } from '../catalogue/catalogue';
import { Bitset } from '../compile/bitset';
import type { Entity } from '../model';
import { objectsOf } from './bucket-objects';

/** A question to policies about a resource: which of the actions do they allow on the ARN? */
export interface ResourceProbe {
  actions: Bitset;
  arn: string;
}

/** The actions that apply to a kind of resource, and the ARNs at which policies are asked about it. */
interface KindProbe {
  actions: Bitset;
  arnsOf: (entity: Entity, patterns: readonly string[]) => readonly string[];
}

/** Resource types of AWS's catalogue behind a type of ours. */
const CATALOGUE_TYPES: Record<string, { service: string; types: string[] }> = {
  USER: { service: 'iam', types: ['user'] },
  GROUP: { service: 'iam', types: ['group'] },
  ROLE: { service: 'iam', types: ['role'] },
  POLICY: { service: 'iam', types: ['policy'] },
  OBJECT_STORE: { service: 's3', types: ['bucket'] },
  KEYSTORE: { service: 'kms', types: ['key'] },
  RELATIONAL_DB: { service: 'rds', types: ['db', 'cluster'] },
  NOSQL_DB: { service: 'dynamodb', types: ['table'] },
  SERVERLESS_COMPUTE: { service: 'lambda', types: ['function'] },
  INSTANCE: { service: 'ec2', types: ['instance'] },
  DISK: { service: 'ec2', types: ['volume'] },
  VPC: { service: 'ec2', types: ['vpc'] },
  SUBNET: { service: 'ec2', types: ['subnet'] },
  SECURITY_GROUP: { service: 'ec2', types: ['security-group'] },
  ROUTE_TABLE: { service: 'ec2', types: ['route-table'] },
  LOAD_BALANCER: { service: 'elasticloadbalancing', types: ['loadbalancer/app/', 'loadbalancer/net/', 'loadbalancer'] },
};

const self = (entity: Entity): string[] => [entity.nativeId];

/** What policies are asked about a resource; made once per catalogue. */
export class ResourceKinds {
  readonly #probes = new Map<string, KindProbe[]>();
  readonly reads: Bitset;
  readonly writes: Bitset;
  readonly admins: Bitset;

  constructor(private readonly catalogue: Catalogue) {
    this.reads = this.#where((action) => kindOf(action) === 'READ');
    this.writes = this.#where((action) => kindOf(action) === 'WRITE');
    this.admins = this.#where((action) => kindOf(action) === 'ADMIN');
  }

  /** @param patterns resource patterns of the policies that are asked: they tell the parts of a resource apart */
  probesOf(entity: Entity, patterns: readonly string[]): ResourceProbe[] {
    return this.#kindProbes(entity).flatMap(({ actions, arnsOf }) => arnsOf(entity, patterns).map((arn) => ({ actions, arn })));
  }

  #kindProbes(entity: Entity): KindProbe[] {
    const service = entity.nativeId.split(':')[2] ?? '';
    const key = CATALOGUE_TYPES[entity.type] || entity.type === 'ACCOUNT_DATA' ? entity.type : `${entity.type}@${service}`;
    let probes = this.#probes.get(key);
    if (!probes) {
      probes = this.#makeProbes(entity.type, service);
      this.#probes.set(key, probes);
    }
    return probes;
  }

  #makeProbes(type: string, service: string): KindProbe[] {
    // The account stands for all actions that AWS asks about without a resource: policies grant them on "*" alone.
    if (type === 'ACCOUNT_DATA') return [{ actions: this.#where(({ resourceTypes }) => resourceTypes.length === 0), arnsOf: () => ['*'] }];
    const known = CATALOGUE_TYPES[type];
    if (type === 'OBJECT_STORE') {
      return [
        { actions: this.#ofTypes('s3', ['bucket']), arnsOf: self },
        // Who reads objects of a bucket, be it one prefix only, reads from the bucket.
        { actions: this.#ofTypes('s3', ['object']), arnsOf: (entity, patterns) => objectsOf(entity.nativeId, patterns) },
      ];
    }
    if (known) return [{ actions: this.#ofTypes(known.service, known.types), arnsOf: self }];
    // A type that is ours by name only: every action of its service that names some resource may apply.
    return [{ actions: this.#where((action) => action.service === service && action.resourceTypes.length > 0), arnsOf: self }];
  }

  #ofTypes(service: string, types: readonly string[]): Bitset {
    return this.#where((action) => action.service === service && action.resourceTypes.some((type) => types.includes(type)));
  }

  #where(test: (action: Catalogue['actions'][number]) => boolean): Bitset {
    const set = new Bitset(this.catalogue.actions.length);
    for (const action of this.catalogue.actions) if (test(action)) set.add(action.index);
    return set;
  }
}
