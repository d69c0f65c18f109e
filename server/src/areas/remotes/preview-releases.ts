import { isRemoteId, type RemoteId, type RemotesView } from '@cam/contracts/server';
import type { Principal } from '../../platform/http/principal';
import type { Catalogue } from './release';

export type Preview = RemotesView['tried'][number];

/** Rights that allow previews. */
const PREVIEW_RIGHTS = ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'];

/**
 * Parses the previews that a tab requests instead of its tenant's releases, each with the reason if it is refused: `alerts@1.3.9` for a published
 * release, `alerts@http://localhost:3103` for a build on a developer's machine. Unknown remotes are skipped.
 */
export function parsePreviews(text: string | undefined, principal: Principal, catalogue: Catalogue, origins: readonly string[]): Preview[] {
  return (text ?? '').split(',').flatMap((one): Preview[] => {
    const [id = '', ...rest] = one.trim().split('@');
    const what = rest.join('@');
    if (!isRemoteId(id) || what === '') return [];
    return [{ id, what, refused: refusalOf(id, what, principal, catalogue, origins) }];
  });
}

function refusalOf(id: RemoteId, what: string, { rights }: Principal, catalogue: Catalogue, origins: readonly string[]): string | null {
  if (!rights.some((right) => PREVIEW_RIGHTS.includes(right))) return 'You do not have permission to preview releases.';
  if (isOrigin(what)) return origins.includes(what.replace(/\/$/, '')) ? null : `The operator does not allow builds from ${what} (CAM_TRY_ORIGINS).`;
  const isPublished = catalogue.releases.get(id)?.some(({ version }) => version === what) ?? false;
  return isPublished ? null : `${id} has no release ${what}.`;
}

export function isOrigin(what: string): boolean {
  return /^https?:\/\//.test(what);
}
