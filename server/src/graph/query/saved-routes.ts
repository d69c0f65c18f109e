import type { Mount } from '../../platform/http/mount';
import type { SavedSearches } from './saved-service';

/** Mounts the routes for saved searches and the search history. */
export function savedSearchRoutes(mount: Mount, saved: SavedSearches): void {
  mount('GET /v1/graph-querymgr/saved-searches', async ({ principal }) => ({ searches: await saved.list(principal) }));
  mount('POST /v1/graph-querymgr/saved-searches', async ({ principal, body, audit }) => {
    const { name, folder = '', query, shared = false } = body;
    const search = await saved.save(principal, { name, folder, query, shared });
    audit({ after: search });
    return search;
  });
  mount('PATCH /v1/graph-querymgr/saved-searches/{search_id}', async ({ principal, path, body, audit }) => {
    const { name, folder, query, shared } = body;
    const { before, after } = await saved.change(principal, path.search_id, { name, folder, query, shared });
    audit({ before, after });
    return after;
  });
  mount('DELETE /v1/graph-querymgr/saved-searches/{search_id}', async ({ principal, path, audit }) => {
    audit({ before: await saved.remove(principal, path.search_id, principal.rights.includes('CAM_GENERAL_WRITE')) });
    return { error: '' };
  });
  mount('GET /v1/graph-querymgr/search-history', async ({ principal }) => ({ searches: await saved.history(principal) }));
  mount('DELETE /v1/graph-querymgr/search-history', async ({ principal }) => {
    await saved.forget(principal);
    return { error: '' };
  });
}
