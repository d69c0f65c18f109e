/** Raised for a request that was ended on purpose: nobody is told. */
export class Aborted extends Error {
  constructor() {
    super('Fetch aborted');
  }
}
