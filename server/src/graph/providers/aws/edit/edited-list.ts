import type { AwsCall, AwsCallShapes, AwsEntryOf, AwsInventory } from '../read/inventory';
import { EDITED } from './managed-policies';

type Entry<Call extends AwsCall> = AwsEntryOf<AwsCallShapes[Call]>;

/** Returns an entry as the file of a call would have it. */
export function entryOf<Shape>(fields: Shape, { region = '', subject = '' }: { region?: string; subject?: string } = {}): AwsEntryOf<Shape> {
  return { fields, origin: EDITED, region, subject };
}

/** Adds an entry to the answer of a call. */
export function withEntry<Call extends AwsCall>(inventory: AwsInventory, call: Call, entry: Entry<Call>): AwsInventory {
  return inventory.with(call, [...inventory.of(call), entry]);
}

/** Leaves entries out of the answer of a call. A call that the export lacks stays missing. */
export function withoutEntries<Call extends AwsCall>(inventory: AwsInventory, call: Call, isOut: (entry: Entry<Call>) => boolean): AwsInventory {
  const entries = inventory.of(call);
  const left = entries.filter((entry) => !isOut(entry));
  return left.length === entries.length ? inventory : inventory.with(call, left);
}

/** Changes entries of the answer of a call. */
export function changeEntries<Call extends AwsCall>(inventory: AwsInventory, call: Call, change: (entry: Entry<Call>) => Entry<Call>): AwsInventory {
  return inventory.has(call) ? inventory.with(call, inventory.of(call).map(change)) : inventory;
}
