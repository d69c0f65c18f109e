/** The public surface for the host alone: writers of the session, the flags and the filter, and the loader of parts. */
export { store } from './state/store';
export { toastsAtom, closeToast, TOAST_TITLES, type Toast } from './state/notify';
export { confirmAtom, type ConfirmRequest } from './state/confirm';
export { watchBrowserConnectivity } from './state/connectivity';
export { hasUnsavedChanges } from './state/use-unsaved-changes';
export { beginVisit, setTraceShare, takeSpans } from './http/trace';
export { clearPartialResults } from './http/partial-results';
export { setAccountFilter, accountFilterAtom } from './filter/account-filter';
export { segmentRedirect } from './filter/account-segment';
export { RemoteScope } from './remotes/remote-scope';
export { loadConsoleKeys } from './keys/console-keys';
export { keyedCommandsAtom, keySheetAtom } from './keys/key-settings';
export { pageCommandsAtom } from './commands/use-commands';
export { partLoaderAtom, type PartLoader } from './remotes/Part';
export { authInfoAtom, sessionAtom, flagsAtom, TOKEN_EXPIRED_EVENT, type Session } from './session/session';
export { askOtherTabs, joinTabs } from './session/tabs';
export { authValue, isAuthenticated } from './session/auth-values';
export { freshToken } from './session/refresh';
export {
  authorizeUrl,
  completeSignIn,
  loadAuthInfo,
  storeReturnPage,
  signOut,
  consumeLoginQuery,
  consumeReturnPage,
  consumeSignInLoop,
} from './session/sign-in';
export { areFlagsKnown, clearRemote, closeRemote, loadFlags, openRemote, loadSession, refreshData, reloadTenant } from './session/load-session';
