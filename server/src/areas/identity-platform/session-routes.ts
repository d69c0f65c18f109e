import type { FastifyInstance } from 'fastify';
import type { UserSession as SessionAnswer } from '@cam/contracts/server';
import { notFound } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { UserSession, UserSessions } from './user-sessions';

/** Mounts the calls of a user's own sessions, and records their use. @param sessions null if an outside identity platform manages them */
export function userSessionRoutes(mount: Mount, app: FastifyInstance, sessions: UserSessions | null): void {
  app.addHook('onResponse', async ({ principal, ip, headers }) => {
    if (principal) sessions?.used(principal, { address: ip, userAgent: headers['user-agent'] });
  });

  mount('GET /v1/tenants/users/sessions', async ({ principal: { tenantId, email, sessionId } }) => {
    const found = (await sessions?.list(tenantId, email)) ?? [];
    return { sessions: found.map((session) => ({ ...toAnswer(session), is_current: session.sessionId === sessionId })) };
  });

  mount('DELETE /v1/tenants/users/sessions/{session_id}', async ({ principal: { tenantId, email }, path, audit }) => {
    if (!sessions) throw notFound('Another system manages your sessions. End them there.');
    audit({ before: toAnswer(await sessions.end(tenantId, email, path.session_id)) });
    return undefined;
  });

  mount('DELETE /v1/tenants/users/sessions', async ({ principal: { tenantId, email, sessionId }, audit }) => {
    if (!sessions) throw notFound('Another system manages your sessions. End them there.');
    const ended = await sessions.endOthers(tenantId, email, sessionId ?? null);
    audit({ before: ended.map(toAnswer) });
    return { ended: ended.length };
  });
}

function toAnswer({ sessionId, device, address, createdAt, lastUsedAt }: UserSession): Omit<SessionAnswer, 'is_current'> {
  return {
    session_id: sessionId,
    device,
    address,
    signed_in_time: createdAt.toISOString(),
    last_used_time: lastUsedAt.toISOString(),
  };
}
