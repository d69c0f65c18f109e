import type { AwsComputeShapes } from './compute-shapes';
import type { AwsServiceShapes, AwsStoreShapes } from './data-shapes';
import type { AwsIdentityCenterShapes } from './identity-center-shapes';
import type { AwsNetworkShapes } from './network-shapes';
import type { AwsOrganizationShapes } from './organization-shapes';
import type { Origin } from './shapes';

/** What each call of AWS's command line answers, entry by entry, as far as it is read. The bundle reader takes out what is of the wrong type. */
export type AwsCallShapes = AwsComputeShapes & AwsNetworkShapes & AwsStoreShapes & AwsServiceShapes & AwsOrganizationShapes & AwsIdentityCenterShapes;

export type AwsCall = keyof AwsCallShapes;

/** An entry of an answer, with what only the name of its file says. */
export interface AwsEntryOf<Shape> {
  fields: Shape;
  origin: Origin;
  /** Empty where the name of the file does not tell. */
  region: string;
  /** What a call about one resource was asked of, as far as a file's name may spell it; else empty. */
  subject: string;
}

/** The answers of a bundle about everything but IAM. */
export class AwsInventory {
  readonly #entries = new Map<AwsCall, AwsEntryOf<unknown>[]>();

  add<Call extends AwsCall>(call: Call, entries: readonly AwsEntryOf<AwsCallShapes[Call]>[]): void {
    const known = this.#entries.get(call) ?? [];
    this.#entries.set(call, known);
    for (const entry of entries) known.push(entry);
  }

  /** Also where an answer is an empty list. */
  has(call: AwsCall): boolean {
    return this.#entries.has(call);
  }

  of<Call extends AwsCall>(call: Call): readonly AwsEntryOf<AwsCallShapes[Call]>[] {
    return (this.#entries.get(call) ?? []) as AwsEntryOf<AwsCallShapes[Call]>[];
  }
}
