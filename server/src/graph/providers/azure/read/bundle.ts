/** An entry of an answer of Azure, with where it stood. */
export interface AzureEntry {
  fields: Record<string, unknown>;
  file: string;
  place: string;
}

/** The files of a bundle of Azure. Null: the bundle has no such file. */
export interface AzureBundle {
  roleAssignments: AzureEntry[] | null;
  /** Of those who may activate a role. */
  eligibleRoleAssignments: AzureEntry[] | null;
  roleDefinitions: AzureEntry[] | null;
  denyAssignments: AzureEntry[] | null;
  managementGroups: AzureEntry[] | null;
  /** Rows of the Resource Graph, those of resource groups and subscriptions included. */
  resources: AzureEntry[] | null;
  activityLog: AzureEntry[] | null;
}
