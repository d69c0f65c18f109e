import type { AccountDraft } from '../account-draft';
import { tagsOf } from '../facts';
import type { AwsEntryOf } from '../../read/inventory';
import type { NetworkPlaces } from './network-places';
import type { AwsRoute, AwsRouteTable } from '../../read/network-shapes';
import { addResource, ec2Arn, definedFields, nameTag } from './add-resource';
import { isAnywhere } from './security-groups';

type Entry = AwsEntryOf<AwsRouteTable>;

interface Table {
  nativeId: string;
  isRouted: boolean;
}

/** A route to a target, for display. */
interface Route {
  destination: string;
  target: string;
  state?: string;
}

/** The route tables of an account. A subnet uses its own table, or else the main table of its network. */
export class RouteTables {
  readonly #bySubnet = new Map<string, Table>();
  readonly #main = new Map<string, Table>();

  constructor(
    private readonly draft: AccountDraft,
    entries: readonly Entry[],
    places: NetworkPlaces,
    regionOf: (entry: Entry) => string,
  ) {
    for (const entry of entries) this.#add(entry, places, regionOf(entry));
  }

  of(subnet: string, vpc: string): string | null {
    return this.#find(subnet, vpc)?.nativeId ?? null;
  }

  /** Reports whether a subnet routes to an internet gateway; null where its table is unknown. */
  leadsToInternet(subnet: string, vpc: string): boolean | null {
    return this.#find(subnet, vpc)?.isRouted ?? null;
  }

  #find(subnet: string, vpc: string): Table | undefined {
    return this.#bySubnet.get(subnet) ?? this.#main.get(vpc);
  }

  #add({ fields, origin }: Entry, places: NetworkPlaces, region: string): void {
    const { draft } = this;
    const {
      RouteTableId: id,
      VpcId: vpc,
      OwnerId: owner = draft.accountId,
      Routes: routes = [],
      Associations: associations = [],
      Tags: tags,
    } = fields;
    if (!id) return draft.warn(origin, '/RouteTableId', 'A route table without RouteTableId was left out.');
    const table: Table = { nativeId: ec2Arn(region, owner, 'route-table', id), isRouted: routes.some(isWayToInternet) };
    for (const { Main: isMain, SubnetId: subnet, AssociationState: state } of associations) {
      if (state?.State !== undefined && state.State !== 'associated') continue;
      if (subnet) this.#bySubnet.set(subnet, table);
      else if (isMain === true && vpc) this.#main.set(vpc, table);
    }
    if (owner !== draft.accountId) return;
    const entity = addResource(draft, origin, {
      arn: table.nativeId,
      name: nameTag(tags),
      attributes: { ...definedFields({ vpcid: vpc }), routes: routes.flatMap(toRoute), public: table.isRouted, ...tagsOf(tags) },
    });
    if (entity && vpc) draft.relate(entity, draft.reference(places.vpcArn(vpc, region)), 'located_in');
  }
}

function isWayToInternet({
  DestinationCidrBlock: v4 = '',
  DestinationIpv6CidrBlock: v6 = '',
  GatewayId: gateway = '',
  State: state,
}: AwsRoute): boolean {
  return gateway.startsWith('igw-') && (isAnywhere(v4) || isAnywhere(v6)) && state !== 'blackhole';
}

function toRoute(route: AwsRoute): Route[] {
  const destination = route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId;
  const target =
    route.GatewayId ??
    route.NatGatewayId ??
    route.TransitGatewayId ??
    route.VpcPeeringConnectionId ??
    route.EgressOnlyInternetGatewayId ??
    route.LocalGatewayId ??
    route.CarrierGatewayId ??
    route.CoreNetworkArn ??
    route.InstanceId ??
    route.NetworkInterfaceId;
  return destination ? [{ destination, target: target ?? '', ...(route.State === undefined ? {} : { state: route.State }) }] : [];
}
