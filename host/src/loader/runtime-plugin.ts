import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { currentAddress } from './refetch-release';
import { digestOf } from './release-files';
import { TIME_LIMITS } from './time-limit';

/** Has the federation runtime ask for entries with their digest, so that the browser checks them, and wait no longer than we do. */
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
