import type { GeneratedAlways } from 'kysely';

/** A flag that somebody set for a tenant; one without a row is off. */
export interface FeatureFlagTable {
  tenant_id: string;
  flag: string;
  value: boolean;
  changed_by: string;
  changed_at: Date | string;
}

/** Every value that a flag of a tenant ever had: who set it and when. */
export interface FeatureFlagChangeTable extends FeatureFlagTable {
  change_number: GeneratedAlways<number>;
}

export interface FlagsTables {
  feature_flag: FeatureFlagTable;
  feature_flag_change: FeatureFlagChangeTable;
}

declare module '../../platform/db/schema' {
  interface Database extends FlagsTables {}
}
