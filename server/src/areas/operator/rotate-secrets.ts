import type { SecretBox } from '../../platform/security/secret-box';

/** What seals anew what an area keeps sealed: of one tenant, or of none. Answers with how many secrets it sealed, and how many no key opens. */
export interface Resealed {
  sealed: number;
  lost: number;
}

export interface SealedAreas {
  installation: readonly (() => Promise<Resealed>)[];
  tenant: readonly ((tenantId: string) => Promise<Resealed>)[];
  tenantIds: () => Promise<string[]>;
}

/** Replaces the key that secrets are sealed with, and seals all of them anew. Secrets that no key opens stay as they are. */
export function rotateSecrets(secrets: SecretBox, { installation, tenant, tenantIds }: SealedAreas): Promise<Resealed> {
  return secrets.rotate(async () => {
    const all: Resealed[] = [];
    for (const reseal of installation) all.push(await reseal());
    for (const tenantId of await tenantIds()) for (const reseal of tenant) all.push(await reseal(tenantId));
    return all.reduce((sum, { sealed, lost }) => ({ sealed: sum.sealed + sealed, lost: sum.lost + lost }), { sealed: 0, lost: 0 });
  });
}
