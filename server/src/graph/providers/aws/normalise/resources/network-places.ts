import type { AccountDraft } from '../account-draft';
import type { Entity } from '../../../../engine/model';
import { ec2Arn } from './add-resource';

/** The place of a resource in the network, by AWS ids. */
export interface Placement {
  region: string;
  vpc?: string;
  subnets: readonly string[];
  groups: readonly string[];
}

interface SubnetPlace {
  nativeId: string;
  vpc: string;
  /** Its routes lead to an internet gateway; null where no route table is known. */
  isRouted: boolean | null;
}

interface GroupPlace {
  nativeId: string;
  /** It lets the internet in. */
  isOpen: boolean;
}

/** The network of an account, including shared subnets and groups of other accounts. */
export class NetworkPlaces {
  readonly #vpcs = new Map<string, string>();
  readonly #subnets = new Map<string, SubnetPlace>();
  readonly #groups = new Map<string, GroupPlace>();

  constructor(private readonly draft: AccountDraft) {}

  knowVpc(id: string, nativeId: string): void {
    this.#vpcs.set(id, nativeId);
  }

  knowSubnet(id: string, place: SubnetPlace): void {
    this.#subnets.set(id, place);
  }

  knowGroup(id: string, place: GroupPlace): void {
    this.#groups.set(id, place);
  }

  /** Returns the ARN of a network. The owner is the account itself unless stated otherwise. */
  vpcArn(id: string, region: string): string {
    return this.#vpcs.get(id) ?? ec2Arn(region, this.draft.accountId, 'vpc', id);
  }

  /** Relates a resource to its subnets and security groups, and stores their ids on it. */
  put(entity: Entity, { region, vpc, subnets, groups }: Placement): void {
    const { draft } = this;
    const { accountId } = draft;
    for (const id of subnets) {
      draft.relate(entity, draft.reference(this.#subnets.get(id)?.nativeId ?? ec2Arn(region, accountId, 'subnet', id)), 'located_in');
    }
    for (const id of groups) {
      draft.relate(entity, draft.reference(this.#groups.get(id)?.nativeId ?? ec2Arn(region, accountId, 'security-group', id)), 'guarded_by');
    }
    const [subnet] = subnets;
    const network = vpc || (subnet && this.#subnets.get(subnet)?.vpc);
    Object.assign(entity.attributes, { ...(subnet ? { subnetid: subnet } : {}), ...(network ? { vpcid: network } : {}) });
  }

  /**
   * Reports whether a packet from the internet reaches a public address here: a subnet routes to an internet gateway, and a security group lets it
   * in. Unknown settings count as open.
   * @see Amazon VPC User Guide, "Enable internet access for a VPC using internet gateways" and "Security group rules" (the rules of all groups add
   * up)
   */
  isReachable({ subnets, groups }: Pick<Placement, 'subnets' | 'groups'>): boolean {
    const isRouted = subnets.length === 0 || subnets.some((id) => this.#subnets.get(id)?.isRouted ?? true);
    const isOpen = groups.length === 0 || groups.some((id) => this.#groups.get(id)?.isOpen ?? true);
    return isRouted && isOpen;
  }
}
