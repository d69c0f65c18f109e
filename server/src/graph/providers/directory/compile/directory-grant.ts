import type { AppAssignment } from '../../../engine/app-assignment';
import type { PolicyFact } from '../../../engine/source-facts';

/** A directory role that a principal holds: the document of a policy of kind `admin_role`. */
export interface DirectoryGrant {
  role: { id: string; name: string };
  /** Actions in the provider's notation. */
  actions: string[];
  /** Native ids that limit the role, where a group stands for itself and its members; null for the whole directory. */
  scope: string[] | null;
  /** Conditions that the bundle does not decide, in words. */
  conditions: string[];
  /** Ids of the roles whose holders the role may still change; null for all. Principals without a role can always be changed. */
  mayChange: string[] | null;
  /** The group through which one of its members holds the role, where the other members hold it under other conditions. */
  by?: AppAssignment['by'];
  /** Sign-in policies that block the holder. The holder keeps the role, but cannot use it. */
  blockedBy?: string[];
}

export function readDirectoryGrant({ document }: Pick<PolicyFact, 'document'>): DirectoryGrant {
  return JSON.parse(document) as DirectoryGrant;
}
