import { problemOf, type RemoteManifest, type RemotesView } from '@cam/contracts';
import { storage } from '@cam/platform/early';
import { VIEW_SCHEMA } from '../loader/provided';
import { TIME_LIMITS } from '../loader/time-limit';

/** Storage key of the releases that this tab previews, in the format of the address: `alerts@1.3.9,reports@http://localhost:3105`. */
const STORAGE_KEY = 'previewReleases';

/** Query parameter that names the releases to preview. An empty value ends the preview. */
const PARAMETER = 'mfe';

/** Moves `?mfe=` from the address to this tab's storage. Call it before the router reads the address. */
export function takePreviewReleases(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  const wanted = address.searchParams.getAll(PARAMETER).join(',');
  if (wanted === '') storage.remove(STORAGE_KEY);
  else storage.set(STORAGE_KEY, wanted);
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}

/** Reports whether this tab previews a release or its address requests one. */
export function isPreviewing(): boolean {
  return storage.get(STORAGE_KEY) !== null || new URL(window.location.href).searchParams.has(PARAMETER);
}

/** Returns the releases that this tab previews, as the `try` parameter of the registry; undefined without a preview. */
export function previewReleases(): string | undefined {
  return storage.get(STORAGE_KEY) ?? undefined;
}

/** Ends the preview and reloads the page, because loaded code cannot be unloaded. */
export function endPreview(): void {
  storage.remove(STORAGE_KEY);
  window.location.reload();
}

/** The reader's schema of a manifest. */
const MANIFEST_SCHEMA = VIEW_SCHEMA.properties?.remotes?.items?.properties?.manifest ?? {};

/** Replaces releases of the view with previewed builds from other origins. A build that cannot be read is marked as refused. */
export async function withPreviewBuilds(view: RemotesView): Promise<RemotesView> {
  let { remotes } = view;
  const previews = await Promise.all(
    view.tried.map(async (one) => {
      if (one.refused !== null || !/^https?:/.test(one.what)) return one;
      const base = `${one.what.replace(/\/$/, '')}/`;
      try {
        const response = await fetch(`${base}remote.json`, { cache: 'no-store', signal: AbortSignal.timeout(TIME_LIMITS.manifest) });
        if (!response.ok) throw new Error(String(response.status));
        const manifest = (await response.json()) as RemoteManifest;
        const problem = problemOf(manifest, MANIFEST_SCHEMA);
        if (problem) return { ...one, refused: `${base}remote.json is not a manifest: ${problem}. Build the remote again.` };
        const build = { id: one.id, version: one.what, base, manifest, integrity: {}, previous: null };
        // A remote that was never published can be previewed as well.
        remotes = [...remotes.filter(({ id }) => id !== one.id), build];
        return one;
      } catch {
        return { ...one, refused: `${base}remote.json cannot be read. Serve the built remote there, with an Access-Control-Allow-Origin header.` };
      }
    }),
  );
  return { ...view, remotes, tried: previews };
}
