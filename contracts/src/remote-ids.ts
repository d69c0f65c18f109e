/** The six areas that come with CAM. */
export const REMOTE_IDS = ['sources', 'graph-explorer', 'alerts', 'compliance', 'reports', 'settings'] as const;

export type OwnRemoteId = (typeof REMOTE_IDS)[number];

/** Any area: those of CAM, and those that teams add without changing CAM. */
export type RemoteId = OwnRemoteId | (string & Record<never, never>);

/** Ids stand in addresses and folders, so they are plain words. */
export const REMOTE_ID_PATTERN = '^[a-z][a-z0-9-]{1,39}$';

export function isOwnRemoteId(value: string): value is OwnRemoteId {
  return (REMOTE_IDS as readonly string[]).includes(value);
}

export function isRemoteId(value: string): value is RemoteId {
  return new RegExp(REMOTE_ID_PATTERN).test(value);
}
