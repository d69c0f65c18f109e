import { join } from 'node:path';

/** The folder of the remote, in which npm runs the commands of the kit. */
export const ROOT = process.cwd();

/** The folder of the files of the build that webpack reads by itself. */
export const BUILD_FILES = join(ROOT, 'node_modules/@cam/remote-kit/build');
