import type { Severity } from '@cam/contracts/server';
import {
  about,
  actedOn,
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

/** A block of Slack's Block Kit. @see https://docs.slack.dev/reference/block-kit/blocks */
export type SlackBlock = Record<string, unknown>;

/** A message of a Slack app: `text` is for notifications of the desktop and for screen readers. */
export interface SlackMessage extends ChatMessage {
  blocks: SlackBlock[];
}

/** Alerts or groups that a message lists; the console lists all. */
const MOST = 10;

/** Limits of Slack, characters. */
const LONGEST_SECTION = 3000;
const LONGEST_VALUE = 2000;

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

/** Returns the message of a Slack app about new alerts: the text of the chat message, with actions on each group. */
export function slackOf(news: News): SlackMessage {
  const { groups, console: origin } = news;
  // Slack reads markup in the short text too.
  const text = mrkdwn(headline(news));
  const [first, ...others] = groups;
  if (others.length === 0) return { text, blocks: [section(chatOf(news).text), actions(first, origin)] };
  const shown = groups.slice(0, MOST);
  const left = groups.length - shown.length;
  return {
    text,
    blocks: [
      section(`*${text}* (${mrkdwn(plain(news.tenant))})`),
      ...shown.flatMap((group) => [section(`<${groupLink(origin, group)}|${mrkdwn(plain(group.name))}>: ${sizeOf(group)}`), actions(group, origin)]),
      ...(left > 0 ? [section(`<${groupsLink(origin, severitiesOf(news))}|And ${left} more groups>`)] : []),
    ],
  };
}

function section(text: string): SlackBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: text.length > LONGEST_SECTION ? `${text.slice(0, LONGEST_SECTION - 1)}…` : text } };
}

function actions(group: GroupNews, origin: string): SlackBlock {
  const { value, url } = actedOn(group, origin);
  const button = (action: string, label: string): SlackBlock => ({
    type: 'button',
    action_id: action,
    value,
    text: { type: 'plain_text', text: label },
  });
  const open = {
    type: 'button',
    action_id: 'open',
    url,
    text: { type: 'plain_text', text: 'Open' },
  };
  const buttons = [button('dismiss', 'Dismiss…'), button('ticket', 'Make ticket'), button('explain', 'Explain')];
  return { type: 'actions', elements: [open, ...(value.length > LONGEST_VALUE ? [] : buttons)] };
}

/** Escapes Slack's markup: a name with `<!channel>` mentions nobody, and `<https://…>` is no link. */
export function mrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
