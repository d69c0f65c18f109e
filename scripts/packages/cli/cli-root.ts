/** The package belongs to no checkout: paths are relative to the user's folder. */
export const ROOT = process.cwd();
