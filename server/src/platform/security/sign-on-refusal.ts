/** A sign-in that is refused, with a sentence for the person who signs in, and the reason for the log and for tests of the connection. */
export class SignOnRefusal extends Error {
  /** @param reason has no data of the person */
  constructor(
    readonly sentence: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}
