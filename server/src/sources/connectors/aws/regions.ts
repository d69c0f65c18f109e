import { ProviderError } from '../http/provider-error';
import { AWS_SERVICES, type AwsService } from './operations';

/** Format of regions and accounts, which become labels of host names. */
const LABEL = /^[a-z0-9-]*$/;

/** A separate AWS cloud with its own accounts, regions and addresses. */
interface Partition {
  domain: string;
  /** Region of global services. */
  home: string;
  /** Region of AWS Organizations, if not the home region. */
  organizations?: string;
  /** Regions to ask for the list of regions, in order, because an organization can block some. */
  discovery: readonly string[];
}

const COMMERCIAL: Partition = { domain: 'amazonaws.com', home: 'us-east-1', discovery: ['us-east-1', 'eu-west-1', 'us-west-2', 'eu-central-1'] };

/** Partitions by their name in ARNs. @see https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html */
const PARTITIONS: Readonly<Record<string, Partition>> = {
  aws: COMMERCIAL,
  'aws-cn': { domain: 'amazonaws.com.cn', home: 'cn-north-1', organizations: 'cn-northwest-1', discovery: ['cn-north-1', 'cn-northwest-1'] },
  'aws-us-gov': { domain: 'amazonaws.com', home: 'us-gov-west-1', discovery: ['us-gov-west-1', 'us-gov-east-1'] },
};

/** Addresses of the AWS services. */
export class AwsRegions {
  readonly #partition: Partition;

  /**
   * @param partition name in ARNs: `aws`, `aws-cn`
   * @param override address that an operator configured for all services; null for AWS's own
   */
  constructor(
    readonly partition: string,
    private readonly override: string | null,
  ) {
    this.#partition = PARTITIONS[partition] ?? COMMERCIAL;
  }

  get home(): string {
    return this.#partition.home;
  }

  get discoveryRegions(): readonly string[] {
    return this.#partition.discovery;
  }

  /** Returns whether a service is global. */
  isGlobal(service: AwsService): boolean {
    return service === 'iam' || service === 'organizations';
  }

  signingRegion(service: AwsService, region: string): string {
    if (service === 'organizations') return this.#partition.organizations ?? this.home;
    return service === 'iam' ? this.home : region;
  }

  /** Returns the address of a service. @param accountId for requests whose host name contains the account */
  address(service: AwsService, region: string, accountId = ''): URL {
    if (this.override !== null) return new URL(this.override);
    const { host } = AWS_SERVICES[service];
    const { domain } = this.#partition;
    for (const label of [region, accountId]) {
      if (!LABEL.test(label)) throw new ProviderError('refused', `${label} is not an AWS region or account.`);
    }
    if (service === 'iam')
      return new URL(`https://${this.partition === 'aws' ? 'iam' : this.partition === 'aws-cn' ? `iam.${this.home}` : 'iam.us-gov'}.${domain}`);
    return new URL(`https://${accountId && `${accountId}.`}${host}.${this.signingRegion(service, region)}.${domain}`);
  }
}
