/** The face of the platform for remotes. What only the host may do is in `@cam/platform/host`. */
export { callApi, downloadFile, type CallArgs, type CallOptions, type DownloadedFile } from './http/call-api';
export { Aborted } from './http/aborted';
export { ApiFailure } from './http/api-failure';
export { usePartialResults } from './http/partial-results';
export { useApi, type UseApiOptions } from './http/use-api';
export { queryString } from './http/request-url';
export { useSession, useHasAccounts, useFlag, useFlags, type SessionView } from './session/use-session';
export { reloadTenant, reloadUser } from './session/load-session';
export { useAccountFilter, type FilterOption } from './filter/account-filter';
export { notify } from './state/notify';
export { confirm } from './state/confirm';
export { storage } from './state/storage';
export { useConnectivity, usePending } from './state/connectivity';
export { mayLeave, useUnsavedChanges } from './state/use-unsaved-changes';
export { Part } from './remotes/Part';
export { defineRemote, type RemoteModule } from './remotes/define-remote';
