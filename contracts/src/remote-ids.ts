/** Ids of the seven remotes that belong to CAM. */
export const REMOTE_IDS = ['sources', 'graph-explorer', 'alerts', 'compliance', 'reports', 'settings', 'ui-catalogue'] as const;

/** Id of a remote that belongs to CAM. */
export type OwnRemoteId = (typeof REMOTE_IDS)[number];

/** Id of any remote: those of CAM and those that teams add without changing CAM. */
export type RemoteId = OwnRemoteId | (string & Record<never, never>);

/** Pattern of a remote id. Ids are part of addresses and folder names. */
export const REMOTE_ID_PATTERN = '^[a-z][a-z0-9-]{1,39}$';

/** Returns the prefix of every class and animation in the style sheets of a remote, by which its rules reach no other part of the page. */
export function stylePrefix(id: RemoteId): string {
  return `${id}__`;
}

/** Reports whether an id belongs to a remote of CAM. */
export function isOwnRemoteId(value: string): value is OwnRemoteId {
  return (REMOTE_IDS as readonly string[]).includes(value);
}

/** Reports whether a text is a valid remote id. */
export function isRemoteId(value: string): value is RemoteId {
  return new RegExp(REMOTE_ID_PATTERN).test(value);
}
