import type { FastifyInstance } from 'fastify';
import type { Admit, Mount } from '../../platform/http/mount';
import { KEYS_PATH } from './identity-tokens';
import { KEYS_KEPT } from './signing-keys';
import { proxyRoute } from './proxy';
import type { BackEndsService } from './service';

export function backEndRoutes(mount: Mount, app: FastifyInstance, { admit, backEnds }: { admit: Admit; backEnds: BackEndsService }): void {
  proxyRoute(app, { admit, backEnds });

  app.get(KEYS_PATH, async (_request, reply) => reply.header('cache-control', `public, max-age=${KEYS_KEPT}`).send(await backEnds.tokens.keySet()));

  mount('GET /v1/remotes/{id}/back-end', async ({ path: { id } }) => ({
    back_end: await backEnds.find(id),
    tokens: backEnds.tokens.expected(id),
  }));

  mount('PUT /v1/remotes/{id}/back-end', async ({ path: { id }, body: { url, seconds }, principal, audit }) => {
    const { before, after } = await backEnds.choose(id, { url, seconds, by: principal.email });
    audit({ before, after });
    return after;
  });

  mount('DELETE /v1/remotes/{id}/back-end', async ({ path: { id }, audit }) => {
    audit({ before: await backEnds.remove(id) });
    return undefined;
  });
}
