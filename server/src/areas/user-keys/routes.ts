import { keyProblem } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { unprocessable } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import { readKeys, writeKeys } from './store';

/** Mounts the calls about the keys of the console that a user changed. */
export function userKeysRoutes(mount: Mount, { db }: Pick<Context, 'db'>): void {
  mount('GET /v1/tenants/users/keys', ({ principal }) => db.tenant(principal.tenantId, (tx) => readKeys(tx, principal)));

  mount('PUT /v1/tenants/users/keys', async ({ body: { single_keys, keys }, principal, audit }) => {
    for (const id of Object.keys(keys)) {
      // The console knows the commands that a user may run, and holds changed keys against theirs.
      const problem = keyProblem(id, keys, []);
      if (problem !== null) throw unprocessable('KEY_REFUSED', problem, { id });
    }
    const after = { single_keys, keys };
    const before = await db.tenant(principal.tenantId, async (tx) => {
      const previous = await readKeys(tx, principal);
      await writeKeys(tx, principal, after);
      return previous;
    });
    audit({ before, after });
    return after;
  });
}
