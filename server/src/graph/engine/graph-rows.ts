import type { GrantSource, AccessMode } from './grant';
import type { ActionSet } from './action-sets';

/** A statement that decides on an edge, with what it gives there. */
export interface GrantRecord extends Omit<GrantSource, 'actions'> {
  actions: ActionSet;
}

/** An evaluated edge between a class of principals and a class of resources. */
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
