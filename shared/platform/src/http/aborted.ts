/** Raised for a request that was aborted on purpose. No toast reports it. */
export class Aborted extends Error {
  constructor() {
    super('Fetch aborted');
  }
}
