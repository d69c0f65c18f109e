import type { Severity } from '@cam/contracts/server';
import { html, page, plain } from './mail-text';

/** The fields of an alert in a message. */
export interface AlertBrief {
  alertId: string;
  guardrail: string;
  severity: Severity;
  subject: { name: string; type: string; uri: string };
  accountId: string;
  accountName: string;
  /** Number of resources that it covers. */
  reached: number;
  at: Date;
}

/** Alerts of one severity in one message. */
export interface News {
  severity: Severity;
  /** The name of the tenant. */
  tenant: string;
  alerts: readonly AlertBrief[];
  /** Origin of the console. */
  console: string;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** The body of Slack's incoming webhooks and compatible services: `text` in mrkdwn. */
export interface ChatMessage {
  text: string;
}

const WORD: Readonly<Record<Severity, string>> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Alerts that a mail and a chat message list; the console lists all. */
const MOST_IN_MAIL = 25;
const MOST_IN_CHAT = 10;

export const TEST_TEXT = 'This is a test. Alerts of this severity will be sent here.';

export function alertLink(origin: string, alertId: string): string {
  return `${origin}/alerts?alert=${encodeURIComponent(alertId)}`;
}

export function severityLink(origin: string, severity: Severity): string {
  return `${origin}/alerts?severity=${severity}`;
}

/** Returns the headline: "3 new High alerts", "New High alert: Anyone can read a bucket". */
function headline({ severity, alerts: [first, ...others] }: News): string {
  if (first && others.length === 0) return `New ${WORD[severity]} alert: ${plain(first.guardrail)}`;
  return `${others.length + 1} new ${WORD[severity]} alerts`;
}

/** Returns the subject of an alert: "nora.lind in Production: 12 resources". */
function about({ subject, accountName, accountId, reached }: AlertBrief): string {
  const where = plain(accountName || accountId);
  const what = reached === 0 ? '' : reached === 1 ? ': 1 resource' : `: ${reached} resources`;
  return `${plain(subject.name)}${where ? ` in ${where}` : ''}${what}`;
}

export function mailOf(news: News): Mail {
  const { alerts, console: origin, severity, tenant } = news;
  const shown = alerts.slice(0, MOST_IN_MAIL);
  const more = alerts.length - shown.length;
  const all = severityLink(origin, severity);
  const why = `You receive this mail because you are a recipient of ${WORD[severity].toLowerCase()} alerts of ${plain(tenant)}.`;
  const settings = `${origin}/settings/alerts${severity.toLowerCase()}`;
  const text = [
    headline(news),
    '',
    ...shown.flatMap((alert) => [plain(alert.guardrail), `  ${about(alert)}`, `  ${alertLink(origin, alert.alertId)}`, '']),
    ...(more > 0 ? [`And ${more} more.`, ''] : []),
    `All alerts: ${all}`,
    '',
    `${why} Change the recipients: ${settings}`,
  ].join('\n');
  const rows = shown.map(
    (alert) =>
      `<tr><td style="padding:10px 0;border-top:1px solid #ddd"><a href="${html(alertLink(origin, alert.alertId))}" style="color:#0b57d0;font-weight:600">${html(plain(alert.guardrail))}</a><br>${html(about(alert))}</td></tr>`,
  );
  const body = [
    `<h1 style="font-size:18px;margin:0 0 12px">${html(headline(news))}</h1>`,
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
    more > 0 ? `<p>And ${more} more.</p>` : '',
    `<p><a href="${html(all)}" style="color:#0b57d0">Open the alerts in CAM</a></p>`,
    `<p style="color:#595959;font-size:12px">${html(why)} <a href="${html(settings)}" style="color:#595959">Change the recipients</a></p>`,
  ].join('');
  return { subject: `[CAM] ${headline(news)}`, text, html: page(body) };
}

export function chatOf(news: News): ChatMessage {
  const { alerts, console: origin, severity, tenant } = news;
  const shown = alerts.slice(0, MOST_IN_CHAT);
  const more = alerts.length - shown.length;
  const lines = shown.map((alert) => `• <${alertLink(origin, alert.alertId)}|${mrkdwn(plain(alert.guardrail))}>: ${mrkdwn(about(alert))}`);
  const end = more > 0 ? [`<${severityLink(origin, severity)}|And ${more} more>`] : [];
  return { text: [`*${mrkdwn(headline(news))}* (${mrkdwn(plain(tenant))})`, ...lines, ...end].join('\n') };
}

/** Returns the log line of one alert. */
export function lineOf(alert: AlertBrief, origin: string): string {
  return `${plain(alert.guardrail)}: ${about(alert)} ${alertLink(origin, alert.alertId)}`;
}

export function testMail(severity: Severity, tenant: string): Mail {
  const text = `${TEST_TEXT}\n\nSeverity: ${WORD[severity]}\nTenant: ${plain(tenant)}`;
  return { subject: `[CAM] Test of ${WORD[severity].toLowerCase()} alerts`, text, html: page(`<p>${text.split('\n').map(html).join('<br>')}</p>`) };
}

export function testChat(severity: Severity, tenant: string): ChatMessage {
  return { text: `*Test of ${WORD[severity].toLowerCase()} alerts* (${mrkdwn(plain(tenant))})\n${TEST_TEXT}` };
}

/** Escapes Slack's markup: a name with `<!channel>` mentions nobody, and `<https://…>` is no link. */
function mrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
