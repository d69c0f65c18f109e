import type { AccountDraft } from '../account-draft';
import { tagsOf } from '../facts';
import type { AwsInventory } from '../../read/inventory';

/** Adds tags from the tagging service to resources of other files. */
export function addResourceTags(draft: AccountDraft, inventory: AwsInventory): void {
  for (const { fields } of inventory.of('resourcegroupstaggingapi/get-resources')) {
    const entity = draft.find(fields.ResourceARN ?? '');
    if (entity) Object.assign(entity.attributes, tagsOf(fields.Tags));
  }
}
