import type { Severity } from '@cam/contracts/server';
import {
  about,
  alertLink,
  alertsOf,
  factorText,
  firstSteps,
  groupLink,
  groupsLink,
  headline,
  placeOf,
  scoreOf,
  severitiesOf,
  SEVERITY_WORDS,
  sizeOf,
  TEST_TEXT,
  type GroupNews,
  type Mail,
  type News,
} from './compose';
import { html, page, plain } from './mail-text';

/** Alerts or groups that a mail lists; the console lists all. */
const MOST = 25;

/** A paragraph of a mail; `link` is the target of `text`. */
interface Line {
  text: string;
  link?: string;
  /** Lines below it. */
  below?: readonly string[];
  isHeading?: boolean;
}

/** Returns the mail about new alerts. */
export function mailOf(news: News): Mail {
  const [group, ...others] = news.groups;
  const lines = others.length === 0 ? ofGroup(group, news.console) : ofGroups(news);
  const severities = severitiesOf(news);
  const words = severities.map((severity) => SEVERITY_WORDS[severity].toLowerCase()).join(' and ');
  const why = `You receive this mail because you are a recipient of ${words} alerts of ${plain(news.tenant)}.`;
  const settings = `${news.console}/settings/alerts${(severities[0] ?? 'HIGH').toLowerCase()}`;
  const all = groupsLink(news.console, severities);
  const text = [
    headline(news),
    '',
    ...lines.flatMap(({ text: line, link, below = [] }) => [line, ...below.map((one) => `  ${one}`), ...(link ? [`  ${link}`] : []), '']),
    `All alerts: ${all}`,
    '',
    `${why} Change the recipients: ${settings}`,
  ].join('\n');
  const body = [
    `<h1 style="font-size:18px;margin:0 0 12px">${html(headline(news))}</h1>`,
    ...lines.map(toHtml),
    `<p><a href="${html(all)}" style="color:#0b57d0">Open the alerts in CAM</a></p>`,
    `<p style="color:#595959;font-size:12px">${html(why)} <a href="${html(settings)}" style="color:#595959">Change the recipients</a></p>`,
  ].join('');
  return { subject: `[CAM] ${headline(news)}`, text, html: page(body) };
}

/** Returns the lines about one group: where it is, its risk with the factors, the first steps, and its alerts. */
function ofGroup(group: GroupNews, origin: string): Line[] {
  const { alerts, open } = group;
  const place = placeOf(group);
  const size = open > alerts.length ? `${open} open alerts are in this group.` : '';
  const shown = alerts.slice(0, MOST);
  return [
    { text: [place, size].filter((text) => text !== '').join('. ') || 'Open the group', link: groupLink(origin, group) },
    ...riskLines(group),
    { text: 'First steps', isHeading: true, below: firstSteps(group).map((step, index) => `${index + 1}. ${step}`) },
    ...shown.map((alert): Line => ({ text: plain(alert.guardrail), below: [about(alert)], link: alertLink(origin, alert.alertId) })),
    ...(alerts.length > shown.length ? [{ text: `And ${alerts.length - shown.length} more.` }] : []),
  ];
}

/** Returns the lines about several groups: the highest risk with its factors, and each group with its size. */
function ofGroups({ groups, console: origin }: News): Line[] {
  const riskiest = groups.reduce((top, group) => ((scoreOf(group.alerts[0]) ?? -1) > (scoreOf(top.alerts[0]) ?? -1) ? group : top));
  const shown = groups.slice(0, MOST);
  const left = groups.slice(MOST);
  return [
    ...riskLines(riskiest),
    ...shown.map((group): Line => {
      const place = placeOf(group);
      return { text: plain(group.name), below: [...(place ? [place] : []), sizeOf(group)], link: groupLink(origin, group) };
    }),
    ...(left.length > 0 ? [{ text: `And ${alertsOf({ groups: left as [GroupNews] }).length} more alerts in ${left.length} groups.` }] : []),
  ];
}

function riskLines({ alerts: [riskiest, ...others] }: GroupNews): Line[] {
  if (!riskiest.risk) return [];
  const { score, factors } = riskiest.risk;
  const whose = others.length === 0 ? `Risk: ${score} of 100` : `Highest risk: ${score} of 100, ${about(riskiest)}`;
  return [{ text: whose, isHeading: true, below: factors.map(factorText) }];
}

function toHtml({ text, link, below = [], isHeading = false }: Line): string {
  const head = link
    ? `<a href="${html(link)}" style="color:#0b57d0;font-weight:600">${html(text)}</a>`
    : isHeading
      ? `<strong>${html(text)}</strong>`
      : html(text);
  return `<p style="margin:0;padding:10px 0;border-top:1px solid #ddd">${[head, ...below.map(html)].join('<br>')}</p>`;
}

export function testMail(severity: Severity, tenant: string): Mail {
  const text = `${TEST_TEXT}\n\nSeverity: ${SEVERITY_WORDS[severity]}\nTenant: ${plain(tenant)}`;
  const subject = `[CAM] Test of ${SEVERITY_WORDS[severity].toLowerCase()} alerts`;
  return { subject, text, html: page(`<p>${text.split('\n').map(html).join('<br>')}</p>`) };
}
