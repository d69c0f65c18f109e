import type { Entity } from './model';

/** The demands of a directory before a principal reaches an application. */
export interface SignInGate {
  /** Names of the policies that block every sign-in. */
  blockedBy: string[];
  /** Conditions of a sign-in, in words. All must hold. */
  conditions: string[];
}

/** The parts of Azure that directories protect as applications of their own. */
export type AzureApplication = 'management' | 'storage' | 'vaults' | 'other';

/** The gates of a principal to the parts of Azure. Parts without a gate are open. */
export type AzureGates = Partial<Record<AzureApplication, SignInGate>>;

export function isOpen({ blockedBy, conditions }: SignInGate): boolean {
  return blockedBy.length === 0 && conditions.length === 0;
}

/** Adds a gate to what a grant says of its conditions. An open gate adds nothing. */
export function behindGate<T extends { conditions?: string[] }>(grant: T, { blockedBy, conditions }: SignInGate): T & { blockedBy?: string[] } {
  return {
    ...grant,
    ...(conditions.length > 0 ? { conditions: [...(grant.conditions ?? []), ...conditions] } : {}),
    ...(blockedBy.length > 0 ? { blockedBy } : {}),
  };
}

/** Reads the gates that a directory recorded on one of its principals. */
export function azureGatesOf({ attributes }: Pick<Entity, 'attributes'>): AzureGates {
  return (attributes.azuresignin ?? {}) as AzureGates;
}
