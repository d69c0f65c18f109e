import { ServiceUnavailable } from '../service-unavailable';

/** The object storage does not respond, or refuses the server. Stored objects are unchanged, and new content is not stored. */
export class StorageUnavailable extends ServiceUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super('the object storage', `the object storage is not available: ${message}`, options);
  }
}
