/** The six areas that are built, published and switched alone. */
export const REMOTE_IDS = ['sources', 'graph-explorer', 'alerts', 'compliance', 'reports', 'settings'] as const;

export type RemoteId = (typeof REMOTE_IDS)[number];

export function isRemoteId(value: string): value is RemoteId {
  return (REMOTE_IDS as readonly string[]).includes(value);
}
