import type { Mail } from '../compose';
import { html, page, plain } from '../mail-text';

/** What there is to tell of one day, by what people want to be told of. */
export interface News {
  /** What came, went or became another. */
  changes: number;
  /** Users that came. */
  newUsers: number;
  /** Sources of which the last snapshot failed or is not whole, as they stand now. */
  ailing: number;
}

/** What somebody wants to be told of. */
export interface Wanted {
  changes_in_config: boolean;
  health_and_dialog_issue_found: boolean;
  new_user_found: boolean;
}

interface Line {
  text: string;
  link: string;
}

/** The mail of a day for one person; null: nothing happened that this person wants to know. Counts and links alone: whoever may read more signs in. */
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
      ? [{ text: `${counted(news.ailing, 'source')} that could not be read whole`, link: `${origin}/sources/snapshot/LAST_SNAPSHOT` }]
      : []),
  ];
  if (lines.length === 0) return null;
  const name = plain(tenant);
  const why = 'You get this mail, at most once a day, because your profile asks for it.';
  const settings = `${origin}/settings/profile`;
  const rows = lines.map(
    ({ text, link }) =>
      `<tr><td style="padding:10px 0;border-top:1px solid #ddd"><a href="${html(link)}" style="color:#0b57d0">${html(text)}</a></td></tr>`,
  );
  return {
    subject: `[CAM] ${name} on ${day}`,
    text: [`${name} on ${day}`, '', ...lines.flatMap(({ text, link }) => [text, `  ${link}`, '']), `${why} Change it: ${settings}`].join('\n'),
    html: page(
      [
        `<h1 style="font-size:18px;margin:0 0 12px">${html(`${name} on ${day}`)}</h1>`,
        `<table role="presentation" width="100%" cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
        `<p style="color:#595959;font-size:12px">${html(why)} <a href="${html(settings)}" style="color:#595959">Change it</a></p>`,
      ].join(''),
    ),
  };
}
