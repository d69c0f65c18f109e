import type { GeneratedAlways } from 'kysely';

/** A flag of a tenant; a flag without a row is off. */
export interface FeatureFlagTable {
  tenant_id: string;
  flag: string;
  value: boolean;
  changed_by: string;
  changed_at: Date | string;
}

/** Every change of a tenant's flags, with time and user. */
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
