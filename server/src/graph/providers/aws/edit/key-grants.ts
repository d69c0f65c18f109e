import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsKeyGrant } from '../read/data-shapes';
import type { AwsInventory } from '../read/inventory';
import { entryOf, withEntry, withoutEntries } from './edited-list';
import { isOfKey, type Named } from './resource-kinds';

const KEY = /^arn:[^:]+:kms:([^:]+):(\d{12}):key\/(.+)$/;

/** Sets or retires a grant of a key. */
export function setKeyGrant(
  inventory: AwsInventory,
  { key: arn, grant, document }: { key: string; grant: string; document: Record<string, unknown> | null },
): AwsInventory {
  const [, region = '', account = '', name] = KEY.exec(arn) ?? [];
  if (name === undefined) throw new EditFailure('This is not the ARN of a key. It looks like arn:aws:kms:eu-west-1:123456789012:key/ID.');
  const key: Named = { arn, region, account, name };
  if (!inventory.of('kms/get-key-policy').some((entry) => isOfKey(inventory, entry, key)))
    throw new EditFailure('The export has no policy of this key, so the effect of its grants is unknown.');
  const others = withoutEntries(inventory, 'kms/list-grants', (entry) => isOfKey(inventory, entry, key) && entry.fields.GrantId === grant);
  if (document === null) {
    if (others === inventory) throw new EditFailure('The key has no grant with this id to retire.');
    return others;
  }
  if (!Array.isArray(document.Operations)) throw new EditFailure('A grant needs a list of Operations.');
  return withEntry(others, 'kms/list-grants', entryOf({ ...(document as AwsKeyGrant), GrantId: grant }, { subject: name, region }));
}
