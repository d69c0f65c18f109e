import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { AwsInventory } from '../../read/inventory';
import type { NetworkPlaces } from './network-places';
import { addResource, definedFields, regionOfArn } from './add-resource';

/** Adds load balancers with their place in the network and their internet exposure. */
export function addLoadBalancers(draft: AccountDraft, inventory: AwsInventory, places: NetworkPlaces): void {
  for (const { fields, origin } of inventory.of('elbv2/describe-load-balancers')) {
    const { LoadBalancerArn: arn, LoadBalancerName: name, Scheme: scheme, AvailabilityZones: zones = [], SecurityGroups: groups = [] } = fields;
    if (!arn) {
      draft.warn(origin, '/LoadBalancerArn', 'A load balancer without LoadBalancerArn was left out.');
      continue;
    }
    const subnets = zones.flatMap(({ SubnetId: subnet }) => (subnet ? [subnet] : []));
    const addresses = zones.flatMap(({ LoadBalancerAddresses: all = [] }) => all.flatMap(({ IpAddress: ip }) => (ip ? [ip] : [])));
    const entity = addResource(draft, origin, {
      arn,
      name,
      attributes: {
        ...definedFields({ scheme, status: fields.State?.Code, balancertype: fields.Type, dnsname: fields.DNSName, publicip: addresses[0] }),
        ...isoDate('created', fields.CreatedTime),
        public: scheme === 'internet-facing' && places.isReachable({ subnets, groups }),
      },
    });
    if (entity) places.put(entity, { region: regionOfArn(arn), vpc: fields.VpcId, subnets, groups });
  }
}
