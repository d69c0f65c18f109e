/** The mode of each kind of access: 0 none, 1 conditional, 2 unconditional. */
export interface AccessModes {
  read: number;
  write: number;
  admin: number;
}

/** @param modes as stored, for READ, WRITE and ADMIN; null without access */
export function toModes([read, write, admin]: readonly (number | null)[]): AccessModes | null {
  return read === null || read === undefined ? null : { read, write: write ?? 0, admin: admin ?? 0 };
}
