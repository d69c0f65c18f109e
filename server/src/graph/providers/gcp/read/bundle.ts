/** An entry of an answer of Google Cloud, with where it stood. */
export interface GcpEntry {
  fields: Record<string, unknown>;
  file: string;
  place: string;
}

/** The files of a bundle of GCP. Null: the bundle has no such file. */
export interface GcpBundle {
  iamPolicies: GcpEntry[] | null;
  /** Of the asset inventory. */
  resources: GcpEntry[] | null;
  roles: GcpEntry[] | null;
  folders: GcpEntry[] | null;
  projects: GcpEntry[] | null;
  denyPolicies: GcpEntry[] | null;
  auditLog: GcpEntry[] | null;
  /** Of Google Workspace or Cloud Identity. */
  directoryUsers: GcpEntry[] | null;
  directoryGroups: GcpEntry[] | null;
  directoryMembers: GcpEntry[] | null;
}
