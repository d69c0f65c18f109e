/** A service that the server needs does not respond: its database or its storage. Calls answer 503, and jobs run again when it responds. */
export class ServiceUnavailable extends Error {
  /** @param service with an article: "the database" */
  constructor(
    readonly service: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
