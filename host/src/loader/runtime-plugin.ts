import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { addressNow } from './ask-anew';
import { digestOf } from './release-files';
import { LoadError, statusError } from './load-error';
import { TIME_LIMITS } from './time-limit';

/**
 * The federation runtime asks for manifests without a time-out and does not look at the status; this plugin does both, checks the
 * digest of the bytes, and lets the browser check scripts and styles.
 */
export function camRuntimePlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'cam-loader',
    fetch: (url) => fetchManifest(url) as never,
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = addressNow(url);
      script.async = true;
      const digest = digestOf(url);
      if (digest) script.integrity = digest;
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIME_LIMITS.entry };
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
      link.href = addressNow(url);
      const digest = digestOf(url);
      if (digest) link.integrity = digest;
      link.crossOrigin = 'anonymous';
      return { link };
    },
  };
}

async function fetchManifest(url: string): Promise<Response> {
  const response = await fetch(addressNow(url), { signal: AbortSignal.timeout(TIME_LIMITS.manifest), integrity: digestOf(url) ?? '' }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'TimeoutError') throw new LoadError('timeout', 'the manifest took too long', url);
      throw error;
    },
  );
  if (!response.ok) throw statusError(response.status, url);
  return response;
}
