import { randomUUID } from 'node:crypto';
import type { SamlTest } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { notFound } from '../../platform/http/errors';
import { isWrongKey, type SecretBox } from '../../platform/security/secret-box';

/** Tests are kept for this time, ms. */
const KEPT = 24 * 3600_000;

const WAITING: SamlTest = { state: 'WAITING', message: '', email: '', name_id: '', name_id_format: '', attributes: [], scopes: [] };

/** Returns the result of a test that failed. */
export function failedTest(message: string): SamlTest {
  return { ...WAITING, state: 'FAILED', message };
}

/** The tests of sign-ins, with what the provider said. They sign nobody in. */
export class SamlTests {
  constructor(
    private readonly ctx: Context,
    private readonly secrets: SecretBox,
  ) {}

  /** Begins a test, and forgets old ones. @returns its id */
  async begin(tenantId: string): Promise<string> {
    const testId = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await tx
        .deleteFrom('saml_test')
        .where('tenant_id', '=', tenantId)
        .where('started_at', '<', new Date(Date.now() - KEPT))
        .execute();
      await tx.insertInto('saml_test').values({ tenant_id: tenantId, test_id: testId, started_at: new Date(), sealed_result: null }).execute();
    });
    return testId;
  }

  /** Stores the result of a test. The first one counts. */
  async end(tenantId: string, testId: string, result: SamlTest): Promise<void> {
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .updateTable('saml_test')
        .set({ sealed_result: this.secrets.seal(JSON.stringify(result)) })
        .where('tenant_id', '=', tenantId)
        .where('test_id', '=', testId)
        .where('sealed_result', 'is', null)
        .execute(),
    );
  }

  /** Returns the result of a test. @throws ApiError 404 if the tenant has no such test */
  async read(tenantId: string, testId: string): Promise<SamlTest> {
    const row = await this.ctx.db.tenant(tenantId, (tx) =>
      tx.selectFrom('saml_test').select('sealed_result').where('tenant_id', '=', tenantId).where('test_id', '=', testId).executeTakeFirst(),
    );
    if (!row) throw notFound('This test is over. Start another one.');
    return row.sealed_result ? (JSON.parse(this.secrets.open(Buffer.from(row.sealed_result))) as SamlTest) : WAITING;
  }

  /** Seals the results again with the current key. */
  async reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    const count = { sealed: 0, lost: 0 };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await tx.selectFrom('saml_test').selectAll().where('tenant_id', '=', tenantId).forUpdate().execute();
      for (const { test_id: testId, sealed_result: sealed } of rows) {
        if (!sealed) continue;
        const mine = tx.updateTable('saml_test').where('tenant_id', '=', tenantId).where('test_id', '=', testId);
        try {
          await mine.set({ sealed_result: this.secrets.seal(this.secrets.open(Buffer.from(sealed))) }).execute();
          count.sealed += 1;
        } catch (error) {
          if (!isWrongKey(error)) throw error;
          count.lost += 1;
        }
      }
    });
    return count;
  }
}
