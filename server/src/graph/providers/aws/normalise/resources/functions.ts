import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import type { AwsFunction, AwsPolicyText } from '../../read/compute-shapes';
import type { NetworkPlaces } from './network-places';
import { addResource, definedFields, regionOfArn } from './add-resource';
import { attachResourcePolicy, closedUnlessPolicy, resourcesNamed } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/** Adds functions with their execution role, place in the network, and policies. */
export function addFunctions(draft: AccountDraft, inventory: AwsInventory, places: NetworkPlaces): void {
  const closed = closedUnlessPolicy(inventory, 'lambda/get-policy');
  for (const entry of inventory.of('lambda/list-functions')) addFunction(draft, entry, places, closed);
  const functions = new ResourceNameIndex(draft, 'SERVERLESS_COMPUTE');
  for (const entry of inventory.of('lambda/get-policy')) addPolicy(draft, entry, functions);
  for (const { fields, origin, subject, region } of inventory.of('lambda/list-function-url-configs')) {
    const entity = draft.find(fields.FunctionArn ?? '') ?? functions.find(subject, region);
    // Policies have a condition key for the authentication type of the URL.
    if (entity) Object.assign(entity.attributes, definedFields({ url: fields.FunctionUrl, urlauth: fields.AuthType }));
    else draft.warn(origin, '', 'This URL belongs to no function in the bundle, so it was left out.');
  }
}

function addFunction(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsFunction>, places: NetworkPlaces, closed: { public?: false }): void {
  const { FunctionArn: arn, FunctionName: name, Role: role, VpcConfig: network } = fields;
  if (!arn) return draft.warn(origin, '/FunctionArn', 'A function without FunctionArn was left out.');
  const entity = addResource(draft, origin, {
    arn,
    name,
    isIdentity: role !== undefined,
    attributes: {
      ...definedFields({ runtime: fields.Runtime, status: fields.State, key: fields.KMSKeyArn }),
      ...closed,
      // AWS stores no creation date.
      ...isoDate('updated', fields.LastModified?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')),
    },
  });
  if (!entity) return;
  const { SubnetIds: subnets = [], SecurityGroupIds: groups = [], VpcId: vpc } = network ?? {};
  places.put(entity, { region: regionOfArn(arn), vpc, subnets, groups });
  if (role) draft.relate(entity, draft.reference(role), 'runs_as');
}

/** The response does not name the function, but Lambda writes its ARN into each statement. */
function addPolicy(draft: AccountDraft, { fields, origin, subject, region }: AwsEntryOf<AwsPolicyText>, functions: ResourceNameIndex): void {
  const named = resourcesNamed(fields.Policy).map((arn) => draft.find(arn));
  const entity = named.find((one) => one !== undefined) ?? functions.find(subject, region);
  if (!entity) return draft.warn(origin, '/Policy', 'This policy belongs to no function in the bundle, so it was left out.');
  attachResourcePolicy(draft, entity, fields.Policy, origin, '/Policy');
}
