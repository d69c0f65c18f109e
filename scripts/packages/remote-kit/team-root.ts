/** The folder of the remote, in which npm runs the commands of the kit. */
export const ROOT = process.cwd();
