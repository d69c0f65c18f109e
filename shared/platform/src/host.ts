/** What only the host uses: it writes the session, the flags and the filter, and gives parts. */
export { store } from './state/store';
export { toastsAtom, closeToast, TOAST_TITLES, type Toast } from './state/notify';
export { confirmAtom, type ConfirmRequest } from './state/confirm';
export { watchBrowserConnectivity } from './state/connectivity';
export { partialResultsAtom } from './http/call-api';
export { setAccountFilter, accountFilterAtom } from './filter/account-filter';
export { segmentRedirect } from './filter/account-segment';
export { RemoteScope } from './remotes/remote-scope';
export { partLoaderAtom, type PartLoader } from './remotes/Part';
export { authInfoAtom, sessionAtom, flagsAtom, endSession, joinTabs, askOtherTabs, TOKEN_EXPIRED_EVENT, type Session } from './session/session';
export { authValue, isAuthenticated } from './session/auth-values';
export { freshToken } from './session/refresh';
export { authorizeUrl, completeSignIn, fetchAuthInfo, rememberPage, signOut } from './session/sign-in';
export { clearRemote, loadFlags, loadSession, refreshData, reloadTenant } from './session/load-session';
