import { useAtomValue } from 'jotai';
import { WRITE_RIGHTS, mayWrite, type AreaRight, type FeatureFlag, type Tenant, type User, type WriteArea } from '@cam/contracts';
import { flagsAtom, sessionAtom } from './session';

export interface SessionView {
  user: User;
  tenant: Tenant;
  rights: readonly string[];
  /**
   * Returns whether the user may change an area, or has a right that an area declares. The server decides; the console only hides or disables controls.
   */
  can: (what: WriteArea | AreaRight) => boolean;
}

/** Returns the session. Works only below the host's signed-in routes. */
export function useSession(): SessionView {
  const session = useAtomValue(sessionAtom);
  if (!session) throw new Error('useSession is for pages of signed-in users');
  const { user, tenant } = session;
  return { user, tenant, rights: user.rights, can: (what) => (isWriteArea(what) ? mayWrite(user.rights, what) : user.rights.includes(what)) };
}

function isWriteArea(what: string): what is WriteArea {
  return Object.hasOwn(WRITE_RIGHTS, what);
}

export function useHasAccounts(): boolean {
  return (useAtomValue(sessionAtom)?.tenant.account_info.length ?? 0) > 0;
}

export function useFlag(flag: FeatureFlag): boolean {
  return useAtomValue(flagsAtom).has(flag);
}

export function useFlags(): ReadonlySet<FeatureFlag> {
  return useAtomValue(flagsAtom);
}
