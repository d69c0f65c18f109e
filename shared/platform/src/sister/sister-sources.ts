import { useAtomValue } from 'jotai';
import useSWR from 'swr';
import { freshToken } from '../session/refresh';
import { authInfoAtom, sessionAtom } from '../session/session';

/** A source of the identity-governance product, as its own API answers it. */
export interface SisterSource {
  id: string;
  name: string;
  /** As that product calls it, such as "Active Directory"; empty where it does not say. */
  type: string;
}

/** How often its sources are asked for, ms. */
const EVERY = 900_000;

/**
 * The sources of the identity-governance product, asked by the browser with its own token, and again every 15 minutes. Undefined until they are known; where
 * there is no such product, or it does not answer, `error` is set and nothing is told by a toast.
 */
export function useSisterSources(): { sources: SisterSource[] | undefined; error: Error | undefined } {
  const base = useAtomValue(authInfoAtom)?.idn_api_url;
  const tenant = useAtomValue(sessionAtom)?.tenant.tenant_id;
  const { data, error } = useSWR<SisterSource[], Error>(base && tenant ? ['sister-sources', tenant, base] : null, () => askSources(base ?? ''), {
    refreshInterval: EVERY,
    dedupingInterval: EVERY,
    revalidateOnFocus: false,
    // It may come back: SWR alone would not ask again after a failure.
    shouldRetryOnError: true,
    onErrorRetry: (_error, _key, _options, again, { retryCount }) => void setTimeout(() => void again({ retryCount }), EVERY),
  });
  return { sources: data, error };
}

/** Sources by their name. Throws where the answer is none. */
async function askSources(base: string): Promise<SisterSource[]> {
  const headers = { accept: 'application/json', authorization: `Bearer ${await freshToken()}` };
  const response = await fetch(`${base.replace(/\/$/, '')}/v3/sources`, { headers });
  if (!response.ok) throw new Error(`the identity-governance product answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!Array.isArray(answer)) throw new Error('the identity-governance product did not answer with a list');
  return answer.flatMap(toSource).sort((a, b) => a.name.localeCompare(b.name));
}

/** What another product answers is not believed to have the right type. */
function toSource(value: unknown): SisterSource[] {
  const { id, name, type } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, type: typeof type === 'string' ? type : '' }] : [];
}
