import { randomBytes } from 'node:crypto';

/** Returns a random password of 120 bits that the password rules accept. */
export function randomPassword(): string {
  return `Cam-${randomBytes(15).toString('base64url')}-x`;
}
