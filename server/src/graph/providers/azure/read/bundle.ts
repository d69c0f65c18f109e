/** An entry of an Azure response, with its place in the bundle. */
export interface AzureEntry {
  fields: Record<string, unknown>;
  file: string;
  place: string;
}

/** The files of an Azure bundle. Null where the bundle has no such file. */
export interface AzureBundle {
  roleAssignments: AzureEntry[] | null;
  /** Eligible role assignments. */
  eligibleRoleAssignments: AzureEntry[] | null;
  roleDefinitions: AzureEntry[] | null;
  denyAssignments: AzureEntry[] | null;
  managementGroups: AzureEntry[] | null;
  /** Rows of the Resource Graph, including resource groups and subscriptions. */
  resources: AzureEntry[] | null;
  activityLog: AzureEntry[] | null;
}
