import type { PolicyFact } from '../../../engine/source-facts';

/** A role in a directory that somebody holds: the document of a policy of kind `admin_role`. */
export interface DirectoryGrant {
  role: { id: string; name: string };
  /** In the provider's own notation. */
  actions: string[];
  /** Native ids of what the role is limited to, a group for itself and its members; null: all of the directory. */
  scope: string[] | null;
  /** What else must hold that the bundle does not tell, in words. */
  conditions: string[];
  /** Ids of the roles whose holders it may change all the same; null: of everybody. Who holds no role is nobody's exception. */
  mayChange: string[] | null;
}

export function readDirectoryGrant({ document }: Pick<PolicyFact, 'document'>): DirectoryGrant {
  return JSON.parse(document) as DirectoryGrant;
}
