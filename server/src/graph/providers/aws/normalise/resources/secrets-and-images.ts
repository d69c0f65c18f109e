import type { AccountDraft } from '../account-draft';
import { isoDate, tagsOf } from '../facts';
import type { AwsInventory } from '../../read/inventory';
import { addResource, definedFields } from './add-resource';
import { attachResourcePolicy, closedUnlessPolicy } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/** Adds secrets and image repositories with their policies, and the trails of the account. */
export function addSecretsAndImages(draft: AccountDraft, inventory: AwsInventory): void {
  addSecrets(draft, inventory);
  addRepositories(draft, inventory);
  addTrails(draft, inventory);
}

function addSecrets(draft: AccountDraft, inventory: AwsInventory): void {
  const closed = closedUnlessPolicy(inventory, 'secretsmanager/get-resource-policy');
  for (const { fields, origin } of inventory.of('secretsmanager/list-secrets')) {
    const { ARN: arn, Name: name, KmsKeyId: key, RotationEnabled: rotated, CreatedDate: created, LastAccessedDate: used } = fields;
    if (!arn) {
      draft.warn(origin, '/ARN', 'A secret without ARN was left out.');
      continue;
    }
    // Secrets Manager encrypts every secret. @see AWS Secrets Manager User Guide, "Secret encryption and decryption"
    const attributes = {
      encrypted: true,
      ...closed,
      ...definedFields({ key, rotated }),
      ...isoDate('created', created),
      ...isoDate('lastused', used),
      ...tagsOf(fields.Tags),
    };
    addResource(draft, origin, { arn, name, attributes });
  }
  for (const { fields, origin } of inventory.of('secretsmanager/get-resource-policy')) {
    const { ARN: arn = '', ResourcePolicy: policy } = fields;
    const secret = draft.find(arn);
    if (secret) attachResourcePolicy(draft, secret, policy, origin, '/ResourcePolicy');
    else if (policy) draft.warn(origin, '/ARN', 'This policy belongs to no secret in the bundle, so it was left out.');
  }
}

function addRepositories(draft: AccountDraft, inventory: AwsInventory): void {
  const closed = closedUnlessPolicy(inventory, 'ecr/get-repository-policy');
  for (const { fields, origin } of inventory.of('ecr/describe-repositories')) {
    const { repositoryArn: arn, repositoryName: name, createdAt: created } = fields;
    if (arn) addResource(draft, origin, { arn, name, attributes: { ...isoDate('created', created), ...closed } });
    else draft.warn(origin, '/repositoryArn', 'A repository without repositoryArn was left out.');
  }
  const repositories = new ResourceNameIndex(draft, 'AWS_ECR_REPOSITORY');
  for (const { fields, origin, region } of inventory.of('ecr/get-repository-policy')) {
    const repository = repositories.find(fields.repositoryName ?? '', region);
    if (repository) attachResourcePolicy(draft, repository, fields.policyText, origin, '/policyText');
    else draft.warn(origin, '/repositoryName', 'This policy belongs to no repository in the bundle, so it was left out.');
  }
}

/** An organization trail appears in each member account and belongs to the management account. */
function addTrails(draft: AccountDraft, inventory: AwsInventory): void {
  for (const { fields, origin } of inventory.of('cloudtrail/describe-trails')) {
    const { TrailARN: arn, Name: name, S3BucketName: bucket, KmsKeyId: key, IsMultiRegionTrail: allregions } = fields;
    if (!arn) draft.warn(origin, '/TrailARN', 'A trail without TrailARN was left out.');
    else if (arn.split(':')[4] === draft.accountId && !draft.find(arn)) {
      const { IsOrganizationTrail: organization, LogFileValidationEnabled: validated } = fields;
      addResource(draft, origin, {
        arn,
        name,
        attributes: { encrypted: Boolean(key), ...definedFields({ bucket, key, allregions, organization, validated }) },
      });
    }
  }
}
