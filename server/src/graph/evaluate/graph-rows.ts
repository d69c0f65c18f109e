import type { AccessMode, GrantSource } from '../tables';

/** An evaluated edge between a class of principals and a class of resources. */
export interface AccessRowRecord {
  pclassId: string;
  classId: string;
  read: AccessMode;
  write: AccessMode;
  admin: AccessMode;
  via: GrantSource[];
  actions: string[];
  actionsTotal: number;
}
