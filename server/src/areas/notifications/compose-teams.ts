import type { Severity } from '@cam/contracts/server';
import { adaptiveCard, cardMessage, cardText, execute, openUrl, type CardElement, type TeamsMessage } from './adaptive-card';
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
  scoreOf,
  severitiesOf,
  SEVERITY_WORDS,
  sizeOf,
  TEST_TEXT,
  type GroupNews,
  type News,
} from './compose';
import { plain } from './mail-text';

/** Alerts or groups that a card lists; the console lists all. */
const MOST = 10;

/** Longest values of the buttons of all groups together, characters. Microsoft Teams refuses large messages. */
const LONGEST_VALUES = 5000;

/** Hosts of the addresses that workflows of Microsoft Teams have. */
const TEAMS_HOST = /(^|\.)(logic\.azure\.(com|us|cn)|api\.powerplatform\.(com|us|cn)|webhook\.office\.com)$/i;

/** Reports whether an address is that of a workflow of Microsoft Teams, which shows cards instead of text. */
export function isTeams(url: string): boolean {
  return TEAMS_HOST.test(new URL(url).hostname);
}

/** Returns the card about new alerts for a workflow. It only has links: what a workflow receives cannot come back to CAM. */
export function teamsOf(news: News): TeamsMessage {
  const { groups, console: origin } = news;
  const [group, ...others] = groups;
  if (others.length === 0)
    return cardMessage(
      adaptiveCard([...headOf(news), ...ofGroup(group), ...ofAlerts(group, origin)], [openUrl('Open the group', groupLink(origin, group))]),
    );
  const shown = groups.slice(0, MOST).map((one) => ofSize(one, origin));
  return cardMessage(
    adaptiveCard([...headOf(news), ...shown, ...restOf(news)], [openUrl('Open the groups', groupsLink(origin, severitiesOf(news)))]),
  );
}

/** Returns the card about new alerts for a bot: the same, with actions on each group. */
export function teamsBotOf(news: News): TeamsMessage {
  const { groups, console: origin } = news;
  const [group, ...others] = groups;
  const summary = headline(news);
  if (others.length === 0) {
    const body = [...headOf(news), ...ofGroup(group), ...ofAlerts(group, origin)];
    return cardMessage(adaptiveCard(body, actionsOf(group, origin, LONGEST_VALUES)), summary);
  }
  const shown = groups.slice(0, MOST);
  const longest = LONGEST_VALUES / shown.length;
  const body = shown.flatMap((one) => [ofSize(one, origin), { type: 'ActionSet', actions: actionsOf(one, origin, longest) }]);
  const open = openUrl('Open the groups', groupsLink(origin, severitiesOf(news)));
  return cardMessage(adaptiveCard([...headOf(news), ...body, ...restOf(news)], [open]), summary);
}

export function testTeams(severity: Severity, tenant: string, console: string): TeamsMessage {
  const title = `Test of ${SEVERITY_WORDS[severity].toLowerCase()} alerts (${plain(tenant)})`;
  return cardMessage(adaptiveCard([cardText(title, { weight: 'Bolder' }), cardText(TEST_TEXT)], [openUrl('Open CAM', `${console}/alerts`)]));
}

function headOf(news: News): CardElement[] {
  return [cardText(headline(news), { weight: 'Bolder', size: 'Medium' }), cardText(plain(news.tenant), { isSubtle: true })];
}

function ofSize(group: GroupNews, origin: string): CardElement {
  return cardText(`${plain(group.name)}: ${sizeOf(group)}`, {}, groupLink(origin, group));
}

function restOf({ groups }: News): CardElement[] {
  return groups.length > MOST ? [cardText(`And ${groups.length - MOST} more groups.`)] : [];
}

/** Returns the buttons of a group. @param longest limit of their value, beyond which only the link is left */
function actionsOf(group: GroupNews, origin: string, longest: number): CardElement[] {
  const { value, url } = actedOn(group, origin);
  const open = openUrl('Open', url);
  if (value.length > longest) return [open];
  const data = { about: value };
  return [open, execute('dismiss', 'Dismiss…', data), execute('ticket', 'Make ticket', data), execute('explain', 'Explain', data)];
}

function ofGroup(group: GroupNews): CardElement[] {
  const [riskiest] = group.alerts;
  const place = placeOf(group);
  const score = scoreOf(riskiest);
  return [
    ...(place === '' ? [] : [cardText(place)]),
    ...(score === null ? [] : [cardText(`Highest risk ${score} of 100. ${(riskiest.risk?.factors ?? []).map(factorText).join(' ')}`)]),
    ...firstSteps(group).map((step, index) => cardText(`${index === 0 ? 'First step' : 'Next step'}: ${step}`)),
  ];
}

function ofAlerts({ alerts }: GroupNews, origin: string): CardElement[] {
  const shown = alerts.slice(0, MOST);
  const left = alerts.length - shown.length;
  return [
    ...shown.map((alert) => cardText(`${plain(alert.guardrail)}: ${about(alert)}`, {}, alertLink(origin, alert.alertId))),
    ...(left > 0 ? [cardText(`And ${left} more.`)] : []),
  ];
}
