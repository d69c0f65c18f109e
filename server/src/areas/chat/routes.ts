import { HIJACKED, type Mount } from '../../platform/http/mount';
import type { ChatService } from './service';

export function chatRoutes(mount: Mount, chat: ChatService): void {
  mount('GET /v1/chat/links', async ({ tenantId, principal }) => ({ links: await chat.links(tenantId, principal.email) }));

  mount('POST /v1/chat/codes', async ({ tenantId, principal }) => chat.code(tenantId, principal));

  mount('DELETE /v1/chat/links/{connection_id}/{user_id}', async ({ tenantId, principal, path, audit }) => {
    audit({ before: await chat.unlink(tenantId, { connectionId: path.connection_id, userId: path.user_id, email: principal.email }) });
    return undefined;
  });

  mount('POST /v1/incoming/{connection_id}/slack', async ({ path, request, reply, raw }) => {
    await chat.takeSlack({ connectionId: path.connection_id, headers: request.headers, raw, address: request.ip });
    // Slack wants an empty answer with this status, and shows any other one as an error.
    reply.code(200).send('');
    return undefined;
  });

  mount('POST /v1/incoming/{connection_id}/teams', async ({ path, request, reply, raw }) => {
    const answer = await chat.takeTeams({ connectionId: path.connection_id, headers: request.headers, raw, address: request.ip });
    if (answer) return answer;
    reply.code(200).send('');
    return HIJACKED;
  });
}
