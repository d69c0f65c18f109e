/** Path of the embedded platform below the console's origin. */
export const MOUNT_PATH = '/identity';
