import { useAtomValue } from 'jotai';
import useSWR from 'swr';
import { freshToken } from '../session/refresh';
import { authInfoAtom, sessionAtom } from '../session/session';

/** A source of the identity-governance product, in the form of that product's API. */
export interface SisterSource {
  id: string;
  name: string;
  /** The type as that product names it, such as "Active Directory"; empty when absent. */
  type: string;
}

/** Refresh interval of the sources, ms. */
const REFRESH_INTERVAL = 900_000;

/**
 * Returns the sources of the identity-governance product. The browser asks with that product's token, every 15 minutes. The data is undefined
 * until the first answer. Without such a product, or without its answer, `error` is set and no toast appears.
 */
export function useSisterSources(): { sources: SisterSource[] | undefined; error: Error | undefined } {
  const base = useAtomValue(authInfoAtom)?.idn_api_url;
  const tenant = useAtomValue(sessionAtom)?.tenant.tenant_id;
  const { data, error } = useSWR<SisterSource[], Error>(base && tenant ? ['sister-sources', tenant, base] : null, () => askSources(base ?? ''), {
    refreshInterval: REFRESH_INTERVAL,
    dedupingInterval: REFRESH_INTERVAL,
    revalidateOnFocus: false,
    // The product may recover, but SWR alone does not ask again after a failure.
    shouldRetryOnError: true,
    onErrorRetry: (_error, _key, _options, again, { retryCount }) => void setTimeout(() => void again({ retryCount }), REFRESH_INTERVAL),
  });
  return { sources: data, error };
}

/** Returns the sources by name. Throws for an unreadable answer. */
async function askSources(base: string): Promise<SisterSource[]> {
  const headers = { accept: 'application/json', authorization: `Bearer ${await freshToken()}` };
  const response = await fetch(`${base.replace(/\/$/, '')}/v3/sources`, { headers });
  if (!response.ok) throw new Error(`the identity-governance product answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!Array.isArray(answer)) throw new Error('the identity-governance product did not answer with a list');
  return answer.flatMap(toSource).sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns a text, whatever type another product sends. */
function toSource(value: unknown): SisterSource[] {
  const { id, name, type } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, type: typeof type === 'string' ? type : '' }] : [];
}
