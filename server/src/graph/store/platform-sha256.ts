import { hash } from 'node:crypto';
import type { Sha256 } from '@cam/checker';

/** SHA-256 of the platform, which is faster than that of the checker. */
export const platformSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
