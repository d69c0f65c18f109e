import { useMemo } from 'react';
import { useApi } from '@cam/platform';

/** The most entities of one call. */
const MOST = 500;

const NONE: ReadonlyMap<string, number> = new Map();

/** Returns the tiers of entities by URI. Those that no rule assigns to a tier are missing, and all are until the server answers. */
export function useTiers(uris: readonly string[]): ReadonlyMap<string, number> {
  const asked = useMemo(() => [...new Set(uris)].filter((uri) => uri.includes(':')).slice(0, MOST), [uris]);
  const { data } = useApi('POST /v1/tiers/of', asked.length === 0 ? null : { body: { uris: asked } }, { filtered: false, keepPreviousData: true });
  return useMemo(() => (data ? new Map(data.tiers.map(({ uri, tier }) => [uri, tier])) : NONE), [data]);
}
