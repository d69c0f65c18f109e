import type { AccountDraft } from '../account-draft';
import type { AwsInventory } from '../../read/inventory';
import { ec2Arn } from './add-resource';

/**
 * Keeps the policies of the account's VPC endpoints, held by their virtual network. Endpoints of Gateway Load Balancers have none.
 * @see https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html
 */
export function addEndpointPolicies(draft: AccountDraft, inventory: AwsInventory, regionOf: (vpc: string) => string): void {
  for (const { fields, origin, region: stated } of inventory.of('ec2/describe-vpc-endpoints')) {
    const { VpcEndpointId: id, VpcId: vpc = '', OwnerId: owner = draft.accountId, PolicyDocument: text } = fields;
    if (!id) {
      draft.warn(origin, '/VpcEndpointId', 'A VPC endpoint without VpcEndpointId was left out.');
      continue;
    }
    if (!text || owner !== draft.accountId) continue;
    const document = draft.document(text, origin, '/PolicyDocument');
    if (!document) continue;
    const region = stated || regionOf(vpc);
    const network = draft.reference(ec2Arn(region, owner, 'vpc', vpc));
    draft.attach(
      { policyId: ec2Arn(region, owner, 'vpc-endpoint', id), policyName: `Endpoint policy of ${id}`, policyUri: network.uri ?? '', document },
      network,
      'vpc_endpoint',
    );
  }
}
