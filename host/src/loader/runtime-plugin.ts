import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { currentAddress } from './refetch-release';
import { digestOf } from './release-files';
import { TIME_LIMITS } from './time-limit';

/** Returns a plugin that makes the federation runtime request entries with their digest and apply the loader's time limit. */
export function camRuntimePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'cam-loader',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = currentAddress(url);
      script.async = true;
      const digest = digestOf(url);
      if (digest) script.integrity = digest;
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIME_LIMITS.entry };
    },
  };
}
