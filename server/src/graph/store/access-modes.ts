/** How access is given, kind by kind: 0 not, 1 under conditions, 2 always. */
export interface AccessModes {
  read: number;
  write: number;
  admin: number;
}

/** @param modes as they are stored, of READ, WRITE and ADMIN; null where there is no access */
export function toModes([read, write, admin]: readonly (number | null)[]): AccessModes | null {
  return read === null || read === undefined ? null : { read, write: write ?? 0, admin: admin ?? 0 };
}
