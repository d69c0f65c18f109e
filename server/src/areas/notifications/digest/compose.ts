import type { Mail } from '../compose';
import { html, page, plain } from '../mail-text';

/** The news of one day. */
export interface News {
  /** Entities that were added, removed or changed. */
  changes: number;
  /** Users that were added. */
  newUsers: number;
  /** Sources whose last snapshot failed or is incomplete, as of now. */
  ailing: number;
}

/** The news that a person wants. */
export interface Wanted {
  changes_in_config: boolean;
  health_and_dialog_issue_found: boolean;
  new_user_found: boolean;
}

interface Line {
  text: string;
  link: string;
}

/** Returns the mail of a day for one person; null if there is no wanted news. It has only counts and links: details require sign-in. */
export function digestMail(
  news: News,
  wanted: Wanted,
  { day, tenant, console: origin }: { day: string; tenant: string; console: string },
): Mail | null {
  const ofDay = new URLSearchParams({ start: day, end: day });
  const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
  const lines: Line[] = [
    ...(wanted.changes_in_config && news.changes > 0 ? [{ text: counted(news.changes, 'change'), link: `${origin}/changes?${ofDay}` }] : []),
    ...(wanted.new_user_found && news.newUsers > 0
      ? [{ text: counted(news.newUsers, 'new user'), link: `${origin}/changes?${ofDay}&type=NODE_ADD&search=USER` }]
      : []),
    ...(wanted.health_and_dialog_issue_found && news.ailing > 0
      ? [{ text: `${counted(news.ailing, 'source')} with failed or incomplete snapshots`, link: `${origin}/sources/snapshot/LAST_SNAPSHOT` }]
      : []),
  ];
  if (lines.length === 0) return null;
  const name = plain(tenant);
  const why = 'You receive this mail at most once a day because it is enabled in your profile.';
  const settings = `${origin}/settings/profile`;
  const rows = lines.map(
    ({ text, link }) =>
      `<tr><td style="padding:10px 0;border-top:1px solid #ddd"><a href="${html(link)}" style="color:#0b57d0">${html(text)}</a></td></tr>`,
  );
  return {
    subject: `[CAM] ${name} on ${day}`,
    text: [`${name} on ${day}`, '', ...lines.flatMap(({ text, link }) => [text, `  ${link}`, '']), `${why} Change your settings: ${settings}`].join(
      '\n',
    ),
    html: page(
      [
        `<h1 style="font-size:18px;margin:0 0 12px">${html(`${name} on ${day}`)}</h1>`,
        `<table role="presentation" width="100%" cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
        `<p style="color:#595959;font-size:12px">${html(why)} <a href="${html(settings)}" style="color:#595959">Change your settings</a></p>`,
      ].join(''),
    ),
  };
}
