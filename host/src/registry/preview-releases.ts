import type { RemoteManifest, RemotesView } from '@cam/contracts';
import { storage } from '@cam/platform/early';

/** What this tab tries, as the address said it: `alerts@1.3.9,reports@http://localhost:3105`. */
const STORAGE_KEY = 'triedReleases';

/** The part of the address that names what to try; empty ends the trying. */
const PARAMETER = 'mfe';

/** Takes `?mfe=` out of the address and keeps it for this tab. Called before the router reads the address. */
export function takePreviewReleases(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  const wanted = address.searchParams.getAll(PARAMETER).join(',');
  if (wanted === '') storage.remove(STORAGE_KEY);
  else storage.set(STORAGE_KEY, wanted);
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}

/** Whether this tab tries a release, or was just asked to. */
export function isPreviewing(): boolean {
  return storage.get(STORAGE_KEY) !== null || new URL(window.location.href).searchParams.has(PARAMETER);
}

export function previewReleases(): string | undefined {
  return storage.get(STORAGE_KEY) ?? undefined;
}

/** Back to what everybody gets; the page starts anew, for code that ran is not taken back. */
export function endPreview(): void {
  storage.remove(STORAGE_KEY);
  window.location.reload();
}

/** Puts builds on other machines in the place of the releases of the view. One that does not answer is said to be refused. */
export async function withPreviewBuilds(view: RemotesView): Promise<RemotesView> {
  let { remotes } = view;
  const tried = await Promise.all(
    view.tried.map(async (one) => {
      if (one.refused !== null || !/^https?:/.test(one.what)) return one;
      const base = `${one.what.replace(/\/$/, '')}/`;
      try {
        const response = await fetch(`${base}remote.json`, { cache: 'no-store' });
        if (!response.ok) throw new Error(String(response.status));
        const manifest = (await response.json()) as RemoteManifest;
        const build = { id: one.id, version: one.what, base, manifest, integrity: {}, previous: null };
        // An area that was never published is tried in the same way.
        remotes = [...remotes.filter(({ id }) => id !== one.id), build];
        return one;
      } catch {
        return { ...one, refused: `${base}remote.json cannot be read. Serve the built remote there, with an Access-Control-Allow-Origin header.` };
      }
    }),
  );
  return { ...view, remotes, tried };
}
