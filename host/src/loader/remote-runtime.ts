import { createInstance, getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as runtimeSdk from '@module-federation/sdk';
import hostRuntime from '@module-federation/webpack-bundler-runtime/bundler';
// A host exposes nothing, so its own build leaves this out.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

type Options = Parameters<typeof createInstance>[0];

/** The instance of the remote that asks. That of the runtime itself knows the build that it came with, and would answer with the host's. */
function instanceOf(options: Options): ModuleFederation {
  const known = getInstance((instance) => instance.options.name === options.name);
  known?.initOptions({ ...options, id: known.options.id });
  return known ?? createInstance(options);
}

/** Remotes are built without the runtime: they find the host's where `RUNTIME_MODULES` of the build presets says. */
export function provideRemoteRuntime(): void {
  const runtime = { ...hostRuntime.runtime, init: instanceOf };
  const bundlerRuntime = { ...hostRuntime.bundlerRuntime, initContainerEntry };
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: runtimeCore,
    _FEDERATION_SDK: runtimeSdk,
    _FEDERATION_BUNDLER_RUNTIME: { __esModule: true, default: { ...hostRuntime, runtime, bundlerRuntime } },
  });
}
