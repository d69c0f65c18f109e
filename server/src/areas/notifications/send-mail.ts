import { createTransport } from 'nodemailer';
import type { Mail } from './compose';
import { noAnswerReason } from '../../platform/security/no-answer-reason';
import type { Outcome } from './outcome';
import type { MailServer } from '../../platform/config-values';

/** Time limit of the connection, the greeting, and each silence after it, ms. */
const LIMIT = 8000;

/**
 * Sends a mail to one recipient through the operator's mail server.
 * @param id the same for all attempts: it becomes the Message-ID, by which mail servers and clients recognize duplicates
 * @param host the console's host, for the right side of the Message-ID
 */
export async function sendMail(server: MailServer | null, to: string, mail: Mail, { id, host }: { id: string; host: string }): Promise<Outcome> {
  if (!server) return { sent: false, later: false, message: 'No mail server is configured. Ask your operator to set CAM_SMTP_URL' };
  const transport = createTransport(server.url, {
    from: server.from,
    connectionTimeout: LIMIT,
    greetingTimeout: LIMIT,
    socketTimeout: LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  try {
    await transport.sendMail({
      to: { name: '', address: to },
      ...mail,
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    });
    return { sent: true };
  } catch (error) {
    return failureOf(error as Error & { responseCode?: number; code?: string });
  } finally {
    transport.close();
  }
}

/** A mail server's 5xx is permanent, its 4xx temporary (RFC 5321, 4.2.1). A wrong password is retried, because the operator can correct it. */
function failureOf(error: Error & { responseCode?: number; code?: string }): Outcome {
  if (error.code === 'EAUTH') return { sent: false, later: true, message: 'The mail server refused the user name or password in CAM_SMTP_URL' };
  const { responseCode } = error;
  if (responseCode === undefined) return { sent: false, later: true, message: `The mail server: ${noAnswerReason(error).toLowerCase()}` };
  return { sent: false, later: responseCode < 500, message: `The mail server answered ${responseCode}` };
}
