import { ProviderError } from '../http/provider-error';
import { AWS_SERVICES, type AwsService } from './operations';

/** What regions and accounts look like: each is a part of the name of a host. */
const LABEL = /^[a-z0-9-]*$/;

/** A separate AWS: accounts, regions and addresses of one know nothing of another. */
interface Partition {
  domain: string;
  /** Where services that are the same everywhere answer. */
  home: string;
  /** Where organizations are asked; absent: at home. */
  organizations?: string;
  /** Asked for the others, one after another where one is shut. */
  first: readonly string[];
}

const COMMERCIAL: Partition = { domain: 'amazonaws.com', home: 'us-east-1', first: ['us-east-1', 'eu-west-1', 'us-west-2', 'eu-central-1'] };

/** By what stands in ARNs. Source: endpoints of each service, AWS General Reference. */
const PARTITIONS: Readonly<Record<string, Partition>> = {
  aws: COMMERCIAL,
  'aws-cn': { domain: 'amazonaws.com.cn', home: 'cn-north-1', organizations: 'cn-northwest-1', first: ['cn-north-1', 'cn-northwest-1'] },
  'aws-us-gov': { domain: 'amazonaws.com', home: 'us-gov-west-1', first: ['us-gov-west-1', 'us-gov-east-1'] },
};

/** Where the services of AWS answer. */
export class AwsRegions {
  readonly #partition: Partition;

  /**
   * @param partition as in ARNs: `aws`, `aws-cn`
   * @param instead an operator's address for all services; null: AWS's own
   */
  constructor(
    readonly partition: string,
    private readonly instead: string | null,
  ) {
    this.#partition = PARTITIONS[partition] ?? COMMERCIAL;
  }

  get home(): string {
    return this.#partition.home;
  }

  get first(): readonly string[] {
    return this.#partition.first;
  }

  /** Whether a service is one for all regions. */
  isEverywhere(service: AwsService): boolean {
    return service === 'iam' || service === 'organizations';
  }

  signingRegion(service: AwsService, region: string): string {
    if (service === 'organizations') return this.#partition.organizations ?? this.home;
    return service === 'iam' ? this.home : region;
  }

  /** @param accountId of requests that have the account in the name of their host */
  address(service: AwsService, region: string, accountId = ''): URL {
    if (this.instead !== null) return new URL(this.instead);
    const { host } = AWS_SERVICES[service];
    const { domain } = this.#partition;
    for (const label of [region, accountId]) {
      if (!LABEL.test(label)) throw new ProviderError('refused', `${label} is no region or account of AWS.`);
    }
    if (service === 'iam')
      return new URL(`https://${this.partition === 'aws' ? 'iam' : this.partition === 'aws-cn' ? `iam.${this.home}` : 'iam.us-gov'}.${domain}`);
    return new URL(`https://${accountId && `${accountId}.`}${host}.${this.signingRegion(service, region)}.${domain}`);
  }
}
