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
  scoreOf,
  severitiesOf,
  SEVERITY_WORDS,
  sizeOf,
  TEST_TEXT,
  type GroupNews,
  type News,
} from './compose';
import { plain } from './mail-text';

/** A message for the workflows of Microsoft Teams: one adaptive card. @see https://adaptivecards.io/explorer/AdaptiveCard.html */
export interface TeamsMessage {
  type: 'message';
  attachments: { contentType: string; contentUrl: null; content: Record<string, unknown> }[];
}

/** Alerts or groups that a card lists; the console lists all. */
const MOST = 10;

/** Hosts of the addresses that workflows of Microsoft Teams have. */
const TEAMS_HOST = /(^|\.)(logic\.azure\.(com|us|cn)|api\.powerplatform\.(com|us|cn)|webhook\.office\.com)$/i;

/** Reports whether an address is that of a workflow of Microsoft Teams, which shows cards instead of text. */
export function isTeams(url: string): boolean {
  return TEAMS_HOST.test(new URL(url).hostname);
}

/** Returns the card about new alerts. It only has links: what such a workflow receives cannot come back to CAM. */
export function teamsOf(news: News): TeamsMessage {
  const { groups, console: origin } = news;
  const [group, ...others] = groups;
  const head = [text(headline(news), { weight: 'Bolder', size: 'Medium' }), text(plain(news.tenant), { isSubtle: true })];
  if (others.length === 0) return card([...head, ...ofGroup(group)], 'Open the group', groupLink(origin, group), ofAlerts(group, origin));
  const shown = groups.slice(0, MOST).map((one) => text(`${plain(one.name)}: ${sizeOf(one)}`, {}, groupLink(origin, one)));
  const left = groups.length - shown.length;
  const rest = left > 0 ? [text(`And ${left} more groups.`)] : [];
  return card([...head, ...shown, ...rest], 'Open the groups', groupsLink(origin, severitiesOf(news)));
}

export function testTeams(severity: Severity, tenant: string, console: string): TeamsMessage {
  const title = `Test of ${SEVERITY_WORDS[severity].toLowerCase()} alerts (${plain(tenant)})`;
  return card([text(title, { weight: 'Bolder' }), text(TEST_TEXT)], 'Open CAM', `${console}/alerts`);
}

function ofGroup(group: GroupNews): Element[] {
  const [riskiest] = group.alerts;
  const place = placeOf(group);
  const score = scoreOf(riskiest);
  return [
    ...(place === '' ? [] : [text(place)]),
    ...(score === null ? [] : [text(`Highest risk ${score} of 100. ${(riskiest.risk?.factors ?? []).map(factorText).join(' ')}`)]),
    ...firstSteps(group).map((step, index) => text(`${index === 0 ? 'First step' : 'Next step'}: ${step}`)),
  ];
}

function ofAlerts({ alerts }: GroupNews, origin: string): Element[] {
  const shown = alerts.slice(0, MOST);
  const left = alerts.length - shown.length;
  return [
    ...shown.map((alert) => text(`${plain(alert.guardrail)}: ${about(alert)}`, {}, alertLink(origin, alert.alertId))),
    ...(left > 0 ? [text(`And ${left} more.`)] : []),
  ];
}

type Element = Record<string, unknown>;

/** Text runs know no markup, unlike text blocks, so names need no escapes. */
function text(words: string, style: Record<string, unknown> = {}, url?: string): Element {
  const action = url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url } };
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style, ...action }] };
}

function card(head: readonly Element[], title: string, url: string, rest: readonly Element[] = []): TeamsMessage {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [...head, ...rest],
    actions: [{ type: 'Action.OpenUrl', title, url }],
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }] };
}
