/** Something that the person at the keyboard can mend: printed as a sentence, without a stack. */
export class CliFailure extends Error {
  constructor(
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}
