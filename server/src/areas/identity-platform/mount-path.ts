/** Where the embedded platform lies below the console's origin. */
export const MOUNT_PATH = '/identity';
