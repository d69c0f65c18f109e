import { isRemoteId, type RemoteId, type RemotesView } from '@cam/contracts/server';
import type { Principal } from '../../platform/http/principal';
import type { Catalogue } from './release';

export type Tried = RemotesView['tried'][number];

/** Who may see releases that nobody else gets. */
const MAY_TRY = ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'];

/**
 * What a tab asks to try instead of what its tenant gets, each with why it may not, if so: `alerts@1.3.9` a published release,
 * `alerts@http://localhost:3103` a build on somebody's machine. What names no remote is left out.
 */
export function readTried(text: string | undefined, principal: Principal, catalogue: Catalogue, origins: readonly string[]): Tried[] {
  return (text ?? '').split(',').flatMap((one): Tried[] => {
    const [id = '', ...rest] = one.trim().split('@');
    const what = rest.join('@');
    if (!isRemoteId(id) || what === '') return [];
    return [{ id, what, refused: refusalOf(id, what, principal, catalogue, origins) }];
  });
}

function refusalOf(id: RemoteId, what: string, { rights }: Principal, catalogue: Catalogue, origins: readonly string[]): string | null {
  if (!rights.some((right) => MAY_TRY.includes(right))) return 'You do not have the right to try releases.';
  if (isOrigin(what)) return origins.includes(what.replace(/\/$/, '')) ? null : `The operator does not allow builds from ${what} (CAM_TRY_ORIGINS).`;
  const isPublished = catalogue.releases.get(id)?.some(({ version }) => version === what) ?? false;
  return isPublished ? null : `There is no release ${what} of ${id}.`;
}

export function isOrigin(what: string): boolean {
  return /^https?:\/\//.test(what);
}
