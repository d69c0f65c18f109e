/** Ends an import with a message for the user. The last good snapshot stays in effect. */
export class ImportFailure extends Error {}
