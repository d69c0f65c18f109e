import { REPORT_TYPE_LABELS } from '@cam/contracts/server';
import { partialFacts } from '../../platform/http/partial-results';
import { type Mail, type MailAttachment, html, page, plain } from '../notifications';
import type { ScheduleRow } from './schedule-store';
import type { ReportRow } from './store';

/** A file of so many bytes is attached at most: with the encoding of mails, less than what mail servers take. Of a larger one the mail has a link. */
export const ATTACHED = 5 * 1024 * 1024;

/** Where somebody who signs in finds a report. */
export function reportLink(origin: string, reportId: string): string {
  return `${origin}/reports?report=${encodeURIComponent(reportId)}`;
}

/** The mail of one run of a schedule, the same for each of its recipients. */
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
    ? 'It is attached; CAM keeps it for 30 days.'
    : 'It is too large for a mail: sign in to download it. CAM keeps it for 30 days.';
  const often = schedule.frequency === 'WEEKLY' ? 'every week' : 'every month';
  const why = `You get this mail because ${plain(schedule.created_by)} has this report sent to you ${often}. Ask them, or an administrator of CAM, to end it.`;
  const body = [
    `<h1 style="font-size:18px;margin:0 0 12px">${html(name)}</h1>`,
    `<p>${html(what)}</p>`,
    ...lacks.map((line) => `<p><strong>${html(line)}</strong></p>`),
    `<p>${html(where)} <a href="${html(link)}" style="color:#0b57d0">Open it in CAM</a></p>`,
    `<p style="color:#595959;font-size:12px">${html(why)}</p>`,
  ].join('');
  return {
    subject: `[CAM] ${name}`,
    text: [name, '', what, ...lacks, where, '', link, '', why].join('\n'),
    html: page(body),
    ...(attachment ? { attachments: [attachment] } : {}),
  };
}
