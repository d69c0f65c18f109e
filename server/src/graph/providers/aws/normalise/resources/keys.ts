import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { AwsInventory } from '../../read/inventory';
import { addResource, definedFields } from './add-resource';
import { addKeyGrants } from './key-grants';
import { attachResourcePolicy } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/** Adds KMS keys with their policies, named by alias where they have one. */
export function addKeys(draft: AccountDraft, inventory: AwsInventory): void {
  const aliases = new Map(
    inventory.of('kms/list-aliases').flatMap(({ fields: { AliasName: name, TargetKeyId: id } }) => (name && id ? [[id, name] as const] : [])),
  );
  for (const { fields, origin } of inventory.of('kms/describe-key')) {
    const { Arn: arn, KeyId: id = '', KeyState: status, KeyManager: manager, Description: description, CreationDate: created } = fields;
    if (!arn) {
      draft.warn(origin, '/Arn', 'A key without Arn was left out.');
      continue;
    }
    const attributes = { ...definedFields({ status, manager: manager?.toLowerCase(), description }), ...isoDate('created', created) };
    addResource(draft, origin, { arn, name: aliases.get(id), attributes });
  }
  for (const { fields, origin } of inventory.of('kms/list-keys')) {
    const { KeyArn: arn, KeyId: id = '' } = fields;
    if (!arn) draft.warn(origin, '/KeyArn', 'A key without KeyArn was left out.');
    else if (!draft.find(arn)) addResource(draft, origin, { arn, name: aliases.get(id), attributes: {} });
  }
  const keys = new ResourceNameIndex(draft, 'KEYSTORE');
  const withPolicy = new Set<Entity>();
  for (const { fields, origin, subject, region } of inventory.of('kms/get-key-policy')) {
    const key = keys.find(subject, region);
    if (key) {
      attachResourcePolicy(draft, key, fields.Policy, origin, '/Policy');
      withPolicy.add(key);
    } else draft.warn(origin, '', 'This policy belongs to no key in the bundle, so it was left out. Name the file kms/get-key-policy/KEY.json.');
  }
  addKeyGrants(draft, inventory, keys, withPolicy);
}
