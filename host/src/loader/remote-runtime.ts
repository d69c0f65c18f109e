import { createInstance, getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as runtimeSdk from '@module-federation/sdk';
import hostRuntime from '@module-federation/webpack-bundler-runtime/bundler';
// The host exposes nothing, so its own build leaves this out.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

type Options = Parameters<typeof createInstance>[0];

/**
 * Returns the federation instance of the remote that calls. The runtime's own `init` identifies the build that contains it, and would return the
 * host's instance.
 */
function instanceOf(options: Options): ModuleFederation {
  const known = getInstance((instance) => instance.options.name === options.name);
  known?.initOptions({ ...options, id: known.options.id });
  return known ?? createInstance(options);
}

/** Provides the federation runtime to remotes, which are built without it. `RUNTIME_MODULES` of the build presets names the globals. */
export function provideRemoteRuntime(): void {
  const runtime = { ...hostRuntime.runtime, init: instanceOf };
  const bundlerRuntime = { ...hostRuntime.bundlerRuntime, initContainerEntry };
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: runtimeCore,
    _FEDERATION_SDK: runtimeSdk,
    _FEDERATION_BUNDLER_RUNTIME: { __esModule: true, default: { ...hostRuntime, runtime, bundlerRuntime } },
  });
}
