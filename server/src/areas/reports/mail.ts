import { REPORT_TYPE_LABELS } from '@cam/contracts/server';
import { partialFacts } from '../../platform/http/partial-results';
import { type Mail, type MailAttachment, html, page, plain } from '../notifications';
import type { ScheduleRow } from './schedule-store';
import type { ReportRow } from './store';

/** Largest attachment, bytes: encoded, it stays below the limit of mail servers. Mails with larger files contain a link. */
export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** Returns the link to a report in the console. */
export function reportLink(origin: string, reportId: string): string {
  return `${origin}/reports?report=${encodeURIComponent(reportId)}`;
}

/** Returns the mail of one scheduled run, the same for all recipients. */
export function reportMail(
  { schedule, report, console: origin }: { schedule: ScheduleRow; report: ReportRow; console: string },
  attachment: MailAttachment | null,
): Mail {
  const name = plain(schedule.name);
  const link = reportLink(origin, report.report_id);
  const rows = report.rows === 1 ? '1 row' : `${report.rows ?? 0} rows`;
  const what = `${REPORT_TYPE_LABELS[report.type]}, ${rows}, made on ${report.create_date.slice(0, 16).replace('T', ' ')} UTC.`;
  const lacks = partialFacts(report.partial).map(([title, words]) => `${title}: ${words}.`);
  const where = attachment
    ? 'The report is attached. CAM keeps it for 30 days.'
    : 'The report is too large for a mail. Sign in to download it. CAM keeps it for 30 days.';
  const often = schedule.frequency === 'WEEKLY' ? 'every week' : 'every month';
  const why = `You receive this mail because ${plain(schedule.created_by)} scheduled this report for you ${often}. To stop it, ask them or an administrator of CAM.`;
  const body = [
    `<h1 style="font-size:18px;margin:0 0 12px">${html(name)}</h1>`,
    `<p>${html(what)}</p>`,
    ...lacks.map((line) => `<p><strong>${html(line)}</strong></p>`),
    `<p>${html(where)} <a href="${html(link)}" style="color:#0b57d0">Open the report in CAM</a></p>`,
    `<p style="color:#595959;font-size:12px">${html(why)}</p>`,
  ].join('');
  return {
    subject: `[CAM] ${name}`,
    text: [name, '', what, ...lacks, where, '', link, '', why].join('\n'),
    html: page(body),
    ...(attachment ? { attachments: [attachment] } : {}),
  };
}
