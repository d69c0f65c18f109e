import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder of the files of the build that webpack reads by itself. */
export const BUILD_FILES = dirname(fileURLToPath(import.meta.url));
