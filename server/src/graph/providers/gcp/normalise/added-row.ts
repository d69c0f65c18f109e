import type { Entity } from '../../../engine/model';

/** A row of the inventory with the entity that it became. */
export interface AddedRow {
  entity: Entity;
  assetType: string;
  row: Record<string, unknown>;
  /** The resource as its own API shows it, where the export holds it. */
  resource: Record<string, unknown>;
}
