import { ServiceUnavailable } from '../service-unavailable';

/** The object storage does not respond, or refuses the server. What was to be stored is not stored; what was stored is unchanged. */
export class StorageUnavailable extends ServiceUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super('the object storage', `the object storage is not available: ${message}`, options);
  }
}
