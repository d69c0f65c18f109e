import type { AwsComputeShapes } from './compute-shapes';
import type { AwsServiceShapes, AwsStoreShapes } from './data-shapes';
import type { AwsIdentityCenterShapes } from './identity-center-shapes';
import type { AwsNetworkShapes } from './network-shapes';
import type { AwsOrganizationShapes } from './organization-shapes';
import type { Origin } from './common-shapes';

/** Entries of each supported AWS CLI call. The bundle reader removes fields of the wrong type. */
export type AwsCallShapes = AwsComputeShapes & AwsNetworkShapes & AwsStoreShapes & AwsServiceShapes & AwsOrganizationShapes & AwsIdentityCenterShapes;

export type AwsCall = keyof AwsCallShapes;

/** An entry of a response, with the data from its file name. */
export interface AwsEntryOf<Shape> {
  fields: Shape;
  origin: Origin;
  /** Empty where the file name does not state it. */
  region: string;
  /** The resource that a call was made for, as the file name spells it; else empty. */
  subject: string;
}

/** The responses of a bundle, except IAM's. */
export class AwsInventory {
  readonly #entries = new Map<AwsCall, AwsEntryOf<unknown>[]>();

  add<Call extends AwsCall>(call: Call, entries: readonly AwsEntryOf<AwsCallShapes[Call]>[]): void {
    const known = this.#entries.get(call) ?? [];
    this.#entries.set(call, known);
    for (const entry of entries) known.push(entry);
  }

  /** Reports whether the bundle has the response, even with an empty list. */
  has(call: AwsCall): boolean {
    return this.#entries.has(call);
  }

  of<Call extends AwsCall>(call: Call): readonly AwsEntryOf<AwsCallShapes[Call]>[] {
    return (this.#entries.get(call) ?? []) as AwsEntryOf<AwsCallShapes[Call]>[];
  }

  /** Returns a copy with other entries for one call. */
  with<Call extends AwsCall>(call: Call, entries: readonly AwsEntryOf<AwsCallShapes[Call]>[]): AwsInventory {
    const copy = new AwsInventory();
    for (const [known, own] of this.#entries) copy.#entries.set(known, own);
    copy.#entries.set(call, [...entries]);
    return copy;
  }
}
