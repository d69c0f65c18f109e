/** Names of the roles that users of the directory assume. The directories assign them to groups. */
export const HUMAN_ROLES = ['PlatformAdmin', 'PowerUser', 'ReadOnly', 'SecurityAudit', 'OnCall', 'DataAnalyst', 'BillingViewer'] as const;

/** The name of a role that users assume. */
export type HumanRole = (typeof HUMAN_ROLES)[number];
