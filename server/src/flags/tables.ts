/** A flag that somebody set for a tenant; one without a row is off. */
export interface FeatureFlagTable {
  tenant_id: string;
  flag: string;
  value: boolean;
  changed_by: string;
  changed_at: Date | string;
}

export interface FlagsTables {
  feature_flag: FeatureFlagTable;
}
