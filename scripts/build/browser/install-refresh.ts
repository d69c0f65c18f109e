import * as runtime from 'react-refresh/runtime';

// First module of a host in development: React finds the hook when it loads. Builds of remotes find the runtime by this name.
runtime.injectIntoGlobalHook(globalThis);
Object.assign(globalThis, { __camRefresh: runtime });
