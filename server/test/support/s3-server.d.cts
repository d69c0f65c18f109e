export interface TestS3 {
  endpoint: string;
  /** The settings of a CAM server that uses it. */
  env: Record<'CAM_STORAGE' | 'CAM_STORAGE_ENDPOINT' | 'CAM_STORAGE_ACCESS_KEY_ID' | 'CAM_STORAGE_SECRET_ACCESS_KEY', string>;
  /** Ends an outage. */
  start(): Promise<void>;
  /** Begins an outage. The objects stay. */
  stop(): Promise<void>;
  /** Stops the server and deletes its objects. */
  remove(): Promise<void>;
}

/** Returns the folder of the server's package, which it installs if necessary; null if it cannot be had. */
export function findS3(): string | null;
/** Starts the server with an empty bucket. */
export function startS3(): Promise<TestS3>;
