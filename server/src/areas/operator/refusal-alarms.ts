import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RefusalWatch, type RefusalAlarm, type RefusalKind } from '../../platform/security/refusal-watch';
import { html, page, plain, type Mail, type Outcome } from '../notifications';

const WHAT: Readonly<Record<RefusalKind, string>> = {
  'sign-in': 'refused sign-ins',
  token: 'calls without a valid token',
  right: 'calls without the right',
  limit: 'calls beyond the limit',
};

export interface AlarmDependencies {
  log: Logger;
  /** Sends a mail to the operator; null: no address or no mail server is configured. */
  sendMail: ((mail: Mail) => Promise<Outcome>) | null;
  /** Path of the pages on which users sign in. */
  signInPath: string;
  publicUrl: string;
}

/**
 * Watches the refused requests of all calls and pages that are mounted later. An unusual number of them goes to the log as `security alarm`, and to the
 * operator by mail.
 */
export function watchRefusals(app: FastifyInstance, { log, sendMail, signInPath, publicUrl }: AlarmDependencies): void {
  const raise = (alarm: RefusalAlarm): void => {
    log.warn({ ...alarm }, 'security alarm');
    void sendMail?.(alarmMail(alarm, publicUrl)).then((outcome) => {
      if (!outcome.sent) log.warn({ kind: alarm.kind, message: outcome.message }, 'the mail about a security alarm was not accepted');
    });
  };
  const watch = new RefusalWatch(raise);
  app.addHook('onResponse', async (request, reply) => {
    const kind = kindOf(request, reply.statusCode, signInPath);
    if (kind) watch.refused(kind, request.principal ? `${request.principal.tenantId} ${request.principal.email}` : request.ip);
  });
}

function kindOf({ url }: FastifyRequest, status: number, signInPath: string): RefusalKind | null {
  if (url.startsWith(`${signInPath}/`)) return status === 401 || status === 429 ? 'sign-in' : null;
  if (status === 401) return 'token';
  if (status === 403) return 'right';
  return status === 429 ? 'limit' : null;
}

export function alarmMail({ kind, who, count }: RefusalAlarm, publicUrl: string): Mail {
  const subject = `CAM: ${count} ${WHAT[kind]} from ${plain(who)}`;
  const advice = 'The server log has each of them. If this is an attack, block the address at the edge, or take the rights of the user away.';
  const text = `${count} ${WHAT[kind]} within ten minutes from ${plain(who)} at ${publicUrl}.\n\n${advice}\n`;
  return { subject, text, html: page(`<p>${html(text).replace(/\n+/g, '</p><p>')}</p>`) };
}
