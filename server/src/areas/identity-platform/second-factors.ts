import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '../../platform/db/database';
import type { SecretBox } from '../../platform/security/secret-box';
import { useChallenge, type Passkeys, type PasskeyAnswer } from './passkeys';

/** A second factor of a user. */
export interface Factor {
  factorId: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Recovery codes of a user: one set at a time. */
const RECOVERY_CODES = 10;

/** Letters and digits that nobody confuses. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Letters of a recovery code: 24 of 31 are 118 bits, so a plain hash suffices. */
const CODE_LETTERS = 24;

/** A code of the period before or after is accepted, because clocks differ. */
const WINDOW = 1;

/** The second factors of the user pool, and the tenants that require one. */
export class SecondFactors {
  constructor(
    private readonly db: Db,
    private readonly secrets: SecretBox,
    readonly passkeys: Passkeys,
  ) {}

  async list(userId: string): Promise<Factor[]> {
    const rows = await this.db.system((tx) =>
      tx.selectFrom('identity_factor').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('factor_id').execute(),
    );
    return rows.map((row) => ({
      factorId: row.factor_id,
      kind: row.kind,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }));
  }

  /** Returns the number of unused recovery codes. */
  async recoveryCodesLeft(userId: string): Promise<number> {
    const rows = await this.db.system((tx) => tx.selectFrom('identity_recovery_code').select('code_hash').where('user_id', '=', userId).execute());
    return rows.length;
  }

  async isRequired(tenantId: string): Promise<boolean> {
    const row = await this.db.tenant(tenantId, (tx) =>
      tx.selectFrom('identity_policy').select('second_factor_required').where('tenant_id', '=', tenantId).executeTakeFirst(),
    );
    return row?.second_factor_required ?? false;
  }

  async require(tenantId: string, required: boolean): Promise<void> {
    await this.db.tenant(tenantId, (tx) =>
      tx
        .insertInto('identity_policy')
        .values({ tenant_id: tenantId, second_factor_required: required })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ second_factor_required: required }))
        .execute(),
    );
  }

  /** Stores an authenticator app. @param step the period of the code that confirmed it; this code does not work again */
  async addApp(userId: string, { secret, step }: { secret: string; step: number }): Promise<void> {
    await this.db.system((tx) =>
      tx
        .insertInto('identity_factor')
        .values({
          factor_id: randomUUID(),
          user_id: userId,
          kind: 'totp',
          name: 'Authenticator app',
          sealed_secret: this.secrets.seal(secret),
          last_step: step,
        })
        .execute(),
    );
  }

  /** Stores the passkey of an answer. @returns false if the answer does not fit the challenge, or the passkey is known already */
  async addPasskey(userId: string, answer: PasskeyAnswer): Promise<boolean> {
    const made = await this.passkeys.verifyNew(answer);
    if (!made) return false;
    return this.db.system(async (tx) => {
      if (!(await useChallenge(tx, answer.challenge))) return false;
      const result = await tx
        .insertInto('identity_factor')
        .values({ factor_id: randomUUID(), user_id: userId, kind: 'passkey', name: 'Passkey', ...made })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    });
  }

  async remove(userId: string, factorId: string): Promise<void> {
    await this.db.system(async (tx) => {
      await tx.deleteFrom('identity_factor').where('user_id', '=', userId).where('factor_id', '=', factorId).execute();
      const left = await tx.selectFrom('identity_factor').select('factor_id').where('user_id', '=', userId).executeTakeFirst();
      if (!left) await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute();
    });
  }

  /**
   * Accepts a code of an authenticator app, or a recovery code. Each works once.
   * @returns `reused` for the code of an app that was accepted before
   */
  async acceptsCode(userId: string, typed: string): Promise<boolean | 'reused'> {
    const code = typed.toLowerCase().replace(/[\s-]/g, '');
    return this.db.system((tx) => (/^\d{6}$/.test(code) ? this.#acceptsAppCode(tx, userId, code) : acceptsRecoveryCode(tx, userId, code)));
  }

  async #acceptsAppCode(tx: Tx, userId: string, code: string): Promise<boolean | 'reused'> {
    let isReused = false;
    const apps = await tx.selectFrom('identity_factor').selectAll().where('user_id', '=', userId).where('kind', '=', 'totp').execute();
    for (const { factor_id: id, sealed_secret: sealed } of apps) {
      const step = sealed && stepOfCode(this.secrets.open(Buffer.from(sealed)), code);
      if (step === null) continue;
      const change = { last_step: step, last_used_at: new Date() };
      const result = await tx.updateTable('identity_factor').set(change).where('factor_id', '=', id).where('last_step', '<', step).executeTakeFirst();
      if (result.numUpdatedRows === 1n) return true;
      isReused = true;
    }
    return isReused && 'reused';
  }

  /** Accepts the answer of a passkey of the user. Each challenge works once. */
  async acceptsPasskey(userId: string, answer: PasskeyAnswer): Promise<boolean> {
    const id = this.passkeys.credentialIdOf(answer);
    const row = await this.db.system((tx) =>
      tx.selectFrom('identity_factor').selectAll().where('user_id', '=', userId).where('credential_id', '=', id).executeTakeFirst(),
    );
    const counter = row && (await this.passkeys.verify(answer, { id, publicKey: row.public_key as Buffer, counter: row.counter }));
    if (row === undefined || counter === null || counter === undefined) return false;
    return this.db.system(async (tx) => {
      if (!(await useChallenge(tx, answer.challenge))) return false;
      const change = { counter, last_used_at: new Date() };
      await tx.updateTable('identity_factor').set(change).where('factor_id', '=', row.factor_id).execute();
      return true;
    });
  }

  /** Returns the ids of the user's passkeys. */
  async credentialIds(userId: string): Promise<string[]> {
    const rows = await this.db.system((tx) =>
      tx.selectFrom('identity_factor').select('credential_id').where('user_id', '=', userId).where('kind', '=', 'passkey').execute(),
    );
    return rows.flatMap(({ credential_id: id }) => (id === null ? [] : [id]));
  }

  /** Replaces the recovery codes. They are returned once; only their hashes are stored. */
  async newRecoveryCodes(userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    await this.db.system(async (tx) => {
      await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute();
      const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code.replaceAll('-', '')) }));
      await tx.insertInto('identity_recovery_code').values(rows).execute();
    });
    return codes;
  }

  async sweep(): Promise<void> {
    await this.db.system((tx) => tx.deleteFrom('identity_used_challenge').where('expires_at', '<', new Date()).execute());
  }

  /** Seals the secrets again with the current key. */
  async reseal(): Promise<{ sealed: number; lost: number }> {
    return this.db.system(async (tx) => {
      const rows = await tx.selectFrom('identity_factor').select(['factor_id', 'sealed_secret']).where('kind', '=', 'totp').forUpdate().execute();
      for (const { factor_id: id, sealed_secret: sealed } of rows) {
        const resealed = this.secrets.seal(this.secrets.open(Buffer.from(sealed as Buffer)));
        await tx.updateTable('identity_factor').set({ sealed_secret: resealed }).where('factor_id', '=', id).execute();
      }
      return { sealed: rows.length, lost: 0 };
    });
  }
}

/** Removes all second factors of a user, within the transaction of the cause. */
export async function removeFactorsIn(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('identity_factor').where('user_id', '=', userId).execute();
  await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute();
}

/** Returns a new secret for an authenticator app: 160 bits in base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address of a secret for authenticator apps. */
export function appUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Returns the period of a code, or null if it is wrong. */
export function stepOfCode(secret: string, code: string): number | null {
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, window: WINDOW });
  return delta === null ? null : totp.counter() + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'CAM', label, secret: Secret.fromBase32(secret) });
}

async function acceptsRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const result = await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).where('code_hash', '=', hashOf(code)).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns a new recovery code in groups of four letters. */
export function recoveryCode(): string {
  // 31 letters divide no power of two, so bytes beyond the last multiple are drawn again.
  const letters: string[] = [];
  while (letters.length < CODE_LETTERS) {
    const [byte = 0] = randomBytes(1);
    if (byte < 248) letters.push(ALPHABET[byte % ALPHABET.length] as string);
  }
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
