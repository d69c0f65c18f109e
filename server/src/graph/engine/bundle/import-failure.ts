/** A reason for which an import ends, in words for a person. The last good snapshot stays as it is. */
export class ImportFailure extends Error {}
