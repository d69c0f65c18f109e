import type { SecretBox } from '../../platform/security/secret-box';

/** Numbers of secrets that were sealed again, and that no key opens. */
export interface Resealed {
  sealed: number;
  lost: number;
}

export interface SealedAreas {
  installation: readonly (() => Promise<Resealed>)[];
  tenant: readonly ((tenantId: string) => Promise<Resealed>)[];
  tenantIds: () => Promise<string[]>;
}

/** Replaces the key of the secrets and seals all of them again. Secrets that no key opens stay unchanged. */
export function rotateSecrets(secrets: SecretBox, { installation, tenant, tenantIds }: SealedAreas): Promise<Resealed> {
  return secrets.rotate(async () => {
    const all: Resealed[] = [];
    for (const reseal of installation) all.push(await reseal());
    for (const tenantId of await tenantIds()) for (const reseal of tenant) all.push(await reseal(tenantId));
    return all.reduce((sum, { sealed, lost }) => ({ sealed: sum.sealed + sealed, lost: sum.lost + lost }), { sealed: 0, lost: 0 });
  });
}
