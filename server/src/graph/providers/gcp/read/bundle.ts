/** An entry of a Google Cloud response, with its place in the bundle. */
export interface GcpEntry {
  fields: Record<string, unknown>;
  file: string;
  place: string;
}

/** The files of a GCP bundle. Null where the bundle has no such file. */
export interface GcpBundle {
  iamPolicies: GcpEntry[] | null;
  /** From the asset inventory. */
  resources: GcpEntry[] | null;
  roles: GcpEntry[] | null;
  folders: GcpEntry[] | null;
  projects: GcpEntry[] | null;
  denyPolicies: GcpEntry[] | null;
  principalAccessBoundaries: GcpEntry[] | null;
  /** Bindings of principal access boundary policies to principal sets. */
  policyBindings: GcpEntry[] | null;
  auditLog: GcpEntry[] | null;
  /** From Google Workspace or Cloud Identity. */
  directoryUsers: GcpEntry[] | null;
  directoryGroups: GcpEntry[] | null;
  directoryMembers: GcpEntry[] | null;
}
