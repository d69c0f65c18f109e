/** Keeps files of the installation: in the data folder, or in a bucket with the API of S3. */
export { FolderStorage } from './folder-storage';
export { readText, STORED_FOLDERS, type ObjectStorage } from './object-storage';
export { openStorage, SCRATCH } from './open-storage';
export { refusalOf } from './s3-client';
export { s3Address, signedS3Request } from './s3-request';
export { awsEndpoint } from './storage-settings';
