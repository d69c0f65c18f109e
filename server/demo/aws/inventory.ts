import type { Workload } from '../company/workloads';
import type { Plan } from '../plan';
import type { Rng } from '../random';
import type { AwsAccount } from './accounts';

/** A resource of an account. Its other attributes are drawn when its file is written. */
export interface AwsResource {
  kind: AwsKind;
  /** Index among the resources of its kind. */
  order: number;
  name: string;
  arn: string;
  region: string;
  workload: Workload;
  /** Days before the end of the history. */
  madeDaysAgo: number;
}

export type AwsKind =
  | 'bucket'
  | 'key'
  | 'secret'
  | 'table'
  | 'queue'
  | 'topic'
  | 'function'
  | 'instance'
  | 'volume'
  | 'database'
  | 'repository'
  | 'load-balancer';

/** Share of each kind, in percent of the resources. The network takes the rest. */
const SHARES: Readonly<Record<AwsKind, number>> = {
  bucket: 9,
  key: 4,
  secret: 7,
  table: 7,
  queue: 8,
  topic: 5,
  function: 14,
  instance: 15,
  volume: 15,
  database: 3,
  repository: 3,
  'load-balancer': 2,
};

/** The resources of an account at the snapshot, at least two of each kind. */
export class AwsInventory {
  readonly #things = new Map<AwsKind, AwsResource[]>();

  constructor(
    private readonly plan: Plan,
    readonly account: AwsAccount,
  ) {}

  all(kind: AwsKind): readonly AwsResource[] {
    let things = this.#things.get(kind);
    if (!things) {
      const count = Math.max(2, Math.round((this.plan.scale.resources * SHARES[kind]) / 100));
      things = Array.from({ length: count }, (_, order) => this.#thing(kind, order)).filter(({ madeDaysAgo }) =>
        this.plan.calendar.includes(madeDaysAgo),
      );
      this.#things.set(kind, things);
    }
    return things;
  }

  /** Returns the resources of a workload, or the first of the kind if the workload has none. */
  of(kind: AwsKind, { name }: Workload): readonly AwsResource[] {
    const own = this.all(kind).filter(({ workload }) => workload.name === name);
    return own.length > 0 ? own : this.all(kind).slice(0, 1);
  }

  #thing(kind: AwsKind, order: number): AwsResource {
    const { id, regions, workloads, name: accountName } = this.account;
    const rng = this.plan.seed.at('aws', id, kind, order);
    const workload = workloads[order % workloads.length] as Workload;
    const region = (order % 5 === 4 ? regions.at(-1) : regions[0]) as string;
    const turn = Math.floor(order / workloads.length);
    const stage = accountName.split('-').slice(1).join('-');
    const name = nameOf(kind, workload, turn, stage, rng, this.account.prefix);
    return {
      kind,
      order,
      name,
      region,
      workload,
      arn: arnOf(kind, name, id, region, rng),
      madeDaysAgo: order >= Math.max(2, workloads.length) && rng.chance(0.03) ? rng.int(6) : rng.between(30, 1600),
    };
  }
}

function nameOf(kind: AwsKind, workload: Workload, turn: number, stage: string, rng: Rng, prefix: string): string {
  const data = workload.data[turn % workload.data.length] as string;
  const again = turn < workload.data.length ? '' : `-${String(Math.floor(turn / workload.data.length) + 1).padStart(2, '0')}`;
  switch (kind) {
    case 'bucket':
      return `${prefix}-${workload.name}-${data}${again}-${stage}`;
    case 'key':
    case 'volume':
    case 'instance':
      return kind === 'key' ? rng.uuid() : `${kind === 'volume' ? 'vol' : 'i'}-0${rng.hex(16)}`;
    case 'secret':
      return `${stage}/${workload.name}/${turn % 2 === 0 ? 'database' : 'partner-api'}${turn < 2 ? '' : `-${turn}`}`;
    case 'function': {
      const step = workload.functions[turn % workload.functions.length] as string;
      const version = Math.floor(turn / workload.functions.length);
      return `${workload.name}-${step}${version === 0 ? '' : `-v${version + 1}`}`;
    }
    case 'database':
      return `${workload.name}-db${turn === 0 ? '' : `-replica-${turn}`}`;
    case 'load-balancer':
      return `${workload.name}-${turn === 0 ? 'public' : `internal-${turn}`}`;
    case 'repository':
      return `${workload.name}/${workload.functions[turn % workload.functions.length]}${turn < workload.functions.length ? '' : `-${turn}`}`;
    default:
      return `${workload.name}-${data}${kind === 'topic' ? '-events' : ''}${again}`;
  }
}

function arnOf(kind: AwsKind, name: string, account: string, region: string, rng: Rng): string {
  const at = (service: string, rest: string): string => `arn:aws:${service}:${region}:${account}:${rest}`;
  switch (kind) {
    case 'bucket':
      return `arn:aws:s3:::${name}`;
    case 'key':
      return at('kms', `key/${name}`);
    case 'secret':
      return at('secretsmanager', `secret:${name}-${rng.alphanumeric(6)}`);
    case 'table':
      return at('dynamodb', `table/${name}`);
    case 'queue':
      return at('sqs', name);
    case 'topic':
      return at('sns', name);
    case 'function':
      return at('lambda', `function:${name}`);
    case 'instance':
      return at('ec2', `instance/${name}`);
    case 'volume':
      return at('ec2', `volume/${name}`);
    case 'database':
      return at('rds', `db:${name}`);
    case 'repository':
      return at('ecr', `repository/${name}`);
    case 'load-balancer':
      return at('elasticloadbalancing', `loadbalancer/app/${name}/${rng.hex(16)}`);
  }
}
