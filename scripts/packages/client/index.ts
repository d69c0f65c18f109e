/** The API of CAM for programs: a function for each call that an API token may make, typed by the contract. */
export { createClient, type CallArgs, type CallOptions, type CamClient, type ClientOptions } from './client';
export { CamRefusal, CamUnreachable } from './failure';
export { OPERATIONS, type OperationName } from './operations';
