import type { GrantSource, AccessMode } from './grant';
import type { ActionSet } from './action-sets';

/** A statement that decides an access row, with its contribution. */
export interface GrantRecord extends Omit<GrantSource, 'actions'> {
  actions: ActionSet;
}

/** The evaluated access of a class of principals to a class of resources. */
export interface AccessRowRecord {
  pclassId: string;
  classId: string;
  read: AccessMode;
  write: AccessMode;
  admin: AccessMode;
  via: GrantRecord[];
  actions: string[];
  actionsTotal: number;
  actionSet: ActionSet;
}
