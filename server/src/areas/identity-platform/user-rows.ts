import type { Right } from '@cam/contracts/server';

/** A user of the pool. */
export interface PoolUser {
  userId: string;
  email: string;
  tenantId: string;
  rights: Right[];
  firstName: string;
  lastName: string;
  /** A sign-in counts only if it is later than this, in seconds since 1970. */
  sessionsFrom: number;
  /** The password is a first one, which only serves to choose another one. */
  hasFirstPassword: boolean;
  /** False: the user signs in with the provider of the organization alone. */
  hasPassword: boolean;
  /** False: the organization took the access away, and nothing of the user is accepted. */
  isActive: boolean;
  /** The administrator who can always sign in with a password. */
  isBreakGlass: boolean;
}

/** Stands for the hash of a user who has no password. No password matches it. */
export const NO_PASSWORD = '';

/** Returns an e-mail as the user pool stores it. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

interface StoredUser {
  user_id: string;
  email: string;
  tenant_id: string;
  rights: string[];
  first_name: string;
  last_name: string;
  sessions_from: number;
  first_password_until: Date | null;
  password_hash: string;
  is_active: boolean;
  is_break_glass: boolean;
}

/** Returns a stored user as the rest of the platform knows it. */
export function toUser(row: StoredUser): PoolUser {
  return {
    userId: row.user_id,
    email: row.email,
    tenantId: row.tenant_id,
    rights: row.rights as Right[],
    firstName: row.first_name,
    lastName: row.last_name,
    sessionsFrom: row.sessions_from,
    hasFirstPassword: row.first_password_until !== null,
    hasPassword: row.password_hash !== NO_PASSWORD,
    isActive: row.is_active,
    isBreakGlass: row.is_break_glass,
  };
}
