import type { Severity } from '@cam/contracts/server';
import {
  about,
  alertLink,
  factorText,
  firstSteps,
  groupLink,
  groupsLink,
  headline,
  placeOf,
  severitiesOf,
  SEVERITY_WORDS,
  sizeOf,
  TEST_TEXT,
  type GroupNews,
  type News,
} from './compose';
import { plain } from './mail-text';

/** The body of Slack's incoming webhooks and compatible services: `text` in mrkdwn. */
export interface ChatMessage {
  text: string;
}

/** Alerts or groups that a message lists; the console lists all. */
const MOST = 10;

/** Returns the chat message about new alerts. */
export function chatOf(news: News): ChatMessage {
  const [group, ...others] = news.groups;
  const lines = others.length === 0 ? ofGroup(group, news.console) : ofGroups(news);
  return { text: [`*${mrkdwn(headline(news))}* (${mrkdwn(plain(news.tenant))})`, ...lines].join('\n') };
}

function ofGroup(group: GroupNews, origin: string): string[] {
  const { alerts, open } = group;
  const [riskiest, ...others] = alerts;
  const place = placeOf(group);
  const shown = alerts.slice(0, MOST);
  const { score, factors } = riskiest.risk ?? { score: null, factors: [] };
  return [
    `${place ? `${mrkdwn(place)}. ` : ''}<${groupLink(origin, group)}|${open > alerts.length ? `Open the group of ${open} alerts` : 'Open the group'}>`,
    ...(score === null ? [] : [`${others.length === 0 ? 'Risk' : 'Highest risk'} ${score} of 100. ${mrkdwn(factors.map(factorText).join(' '))}`]),
    ...firstSteps(group).map((step, index) => `${index === 0 ? 'First step' : 'Next step'}: ${mrkdwn(step)}`),
    ...shown.map((alert) => `• <${alertLink(origin, alert.alertId)}|${mrkdwn(plain(alert.guardrail))}>: ${mrkdwn(about(alert))}`),
    ...(alerts.length > shown.length ? [`<${groupLink(origin, group)}|And ${alerts.length - shown.length} more>`] : []),
  ];
}

function ofGroups(news: News): string[] {
  const { groups, console: origin } = news;
  const shown = groups.slice(0, MOST);
  return [
    ...shown.map((group) => `• <${groupLink(origin, group)}|${mrkdwn(plain(group.name))}>: ${sizeOf(group)}`),
    ...(groups.length > shown.length ? [`<${groupsLink(origin, severitiesOf(news))}|And ${groups.length - shown.length} more groups>`] : []),
  ];
}

export function testChat(severity: Severity, tenant: string): ChatMessage {
  return { text: `*Test of ${SEVERITY_WORDS[severity].toLowerCase()} alerts* (${mrkdwn(plain(tenant))})\n${TEST_TEXT}` };
}

/** Escapes Slack's markup: a name with `<!channel>` mentions nobody, and `<https://…>` is no link. */
function mrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
