import type { Risk } from '@cam/contracts/server';
import type { AlertBrief, GroupNews, News } from './compose';
import { chatOf, slackOf } from './compose-chat';
import { mailOf, testMail } from './compose-mail';
import { isTeams, teamsBotOf, teamsOf } from './compose-teams';

const RISK: Risk = {
  score: 78,
  factors: [
    { factor: 'IMPACT', name: 'Impact', value: 0.84, reason: 'It administers 3 crown jewels.', known: true, query: '' },
    { factor: 'EXPOSURE', name: 'Exposure', value: 0.6, reason: 'It has no second factor.', known: false, query: '' },
  ],
};
const alert = (part: Partial<AlertBrief> = {}): AlertBrief => ({
  alertId: 'a-1',
  monitorId: 'm-1',
  guardrail: 'Everyone reads payroll',
  severity: 'HIGH',
  subject: { name: 'nora.lind', type: 'USER', uri: 'aws:1:user/nora.lind' },
  accountId: '123456789012',
  accountName: 'Production',
  reached: 12,
  at: new Date('2026-03-01T10:00:00Z'),
  risk: RISK,
  ...part,
});
const many = (count: number, part: Partial<AlertBrief> = {}): AlertBrief[] =>
  Array.from({ length: count }, (_none, index) => alert({ alertId: `a-${index}`, ...part }));
const group = (alerts: AlertBrief[], part: Partial<GroupNews> = {}): GroupNews => ({
  key: 'STATEMENT p|2',
  element: 'STATEMENT',
  name: 'Statement 2 of DeployPolicy',
  detail: 'Production',
  open: alerts.length,
  remediation: '',
  ...part,
  alerts: alerts as [AlertBrief],
});
const newsOf = (...groups: GroupNews[]): News => ({
  tenant: 'Company & Sons',
  groups: groups as [GroupNews],
  isDigest: false,
  console: 'https://cam.example',
});
const GROUP_LINK = 'https://cam.example/alerts?by=CAUSE&group=STATEMENT%20p%7C2';

describe('the mail about a group', () => {
  it('names the group, its size, the highest risk with its factors, the first steps and a link to the group', () => {
    const { subject, text, html } = mailOf(newsOf(group(many(3), { open: 41, remediation: 'Ask the owner of the bucket.' })));
    expect(subject).toBe('[CAM] 3 new High alerts: Statement 2 of DeployPolicy');
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      '3 new High alerts: Statement 2 of DeployPolicy',
      'Policy statement · Production. 41 open alerts are in this group.',
      `  ${GROUP_LINK}`,
      'Highest risk: 78 of 100, nora.lind in Production: 12 resources',
      '  Impact 0.84: It administers 3 crown jewels.',
      '  Exposure 0.60 (not known): It has no second factor.',
      'First steps',
      '  1. Every access path of these alerts uses this statement. Removing it ends their findings.',
      '  2. Ask the owner of the bucket.',
      ...[0, 1, 2].flatMap((index) => [
        'Everyone reads payroll',
        '  nora.lind in Production: 12 resources',
        `  https://cam.example/alerts?alert=a-${index}`,
      ]),
      'All alerts: https://cam.example/alerts?by=CAUSE&severity=HIGH',
      'You receive this mail because you are a recipient of high alerts of Company & Sons. Change the recipients: https://cam.example/settings/alertshigh',
    ]);
    expect(html).toContain(`href="${GROUP_LINK.replace('&', '&#38;')}"`);
    expect(html).toContain('Company &#38; Sons');
  });

  it('names a single alert in the subject, and says what to do if its guardrail does not', () => {
    const { subject, text } = mailOf(newsOf(group([alert()], { element: 'GUARDRAIL', name: 'Everyone reads payroll', detail: 'No shared cause' })));
    expect(subject).toBe('[CAM] New High alert: Everyone reads payroll');
    expect(text).toContain('Risk: 78 of 100\n');
    expect(text).toContain('1. Open the riskiest alert to see its access paths.');
    expect(text).not.toContain('No shared cause');
  });

  it('lists 25 of many alerts', () => {
    const { subject, text } = mailOf(newsOf(group(many(40, { risk: null }))));
    expect(subject).toBe('[CAM] 40 new High alerts: Statement 2 of DeployPolicy');
    expect(text.match(/alert=a-/g)).toHaveLength(25);
    expect(text).toContain('And 15 more.');
    expect(text).not.toContain('isk:');
  });
});

it('a mail about several groups lists them with their size and risk, and counts every alert', () => {
  const quiet = group(many(2, { severity: 'LOW', risk: { ...RISK, score: 12 } }), { key: 'g2', name: 'Readers', element: 'MEMBERSHIP', detail: '' });
  const groups = [quiet, group(many(3)), ...Array.from({ length: 30 }, (_none, index) => group([alert()], { key: `k${index}`, name: `G${index}` }))];
  const { subject, text } = mailOf(newsOf(...groups));
  expect(subject).toBe('[CAM] 33 new High alerts, 2 new Low alerts in 32 groups');
  expect(text).toContain('Highest risk: 78 of 100, nora.lind');
  expect(text).toContain('Readers\n  Membership\n  2 alerts, highest risk 12\n  https://cam.example/alerts?by=CAUSE&group=g2');
  expect(text).toContain('And 7 more alerts in 7 groups.');
  expect(text).toContain('All alerts: https://cam.example/alerts?by=CAUSE\n');
  expect(text).toContain('a recipient of high and low alerts');
});

it('a digest says so, and names the severities of its alerts', () => {
  const low = group([alert({ severity: 'LOW' })], { key: 'g2', name: 'Readers' });
  expect(mailOf({ ...newsOf(group(many(3)), low), isDigest: true }).subject).toBe('[CAM] Digest: 3 new High alerts, 1 new Low alert in 2 groups');
  expect(mailOf({ ...newsOf(low), isDigest: true }).subject).toBe('[CAM] Digest: 1 new Low alert: Readers');
});

it('messages neutralise headers, markup, links, mentions and direction marks in names', () => {
  const name = 'x\r\nBcc: eve@x.example\u202e <script>alert(1)</script> <!channel> <https://x.example|click>';
  const factors = RISK.factors.map((factor) => ({ ...factor, reason: name }));
  const one = alert({ guardrail: name, subject: { name, type: 'USER', uri: 'u' }, risk: { score: 78, factors } });
  for (const groups of [
    [group([one], { name, detail: name, remediation: name, element: 'POLICY' })],
    [group([one], { name }), group([one], { name, key: 'k' })],
  ]) {
    const { subject, html } = mailOf(newsOf(...groups));
    expect(subject).not.toMatch(/[\r\n\u202e]/);
    expect(html).not.toContain('<script>');
    const { text } = chatOf(newsOf(...groups));
    expect(text).not.toContain('<!channel>');
    expect(text).not.toContain('<https://x.example');
    expect(text).not.toMatch(/[\r\u202e]/);
    const slack = JSON.stringify(slackOf(newsOf(...groups)));
    for (const words of ['<!channel>', '<https://x.example', '\u202e']) expect(slack).not.toContain(words);
  }
});

it('mailOf truncates a name of 10,000 characters without splitting a character', () => {
  const { subject } = mailOf(newsOf(group([alert({ guardrail: '😀'.repeat(10_000) })])));
  expect([...subject].length).toBeLessThan(160);
  expect(subject).toMatch(/😀…$/);
});

describe('the chat message', () => {
  it('about a group has its risk, the first step, ten alerts and links to the group', () => {
    const { text } = chatOf(newsOf(group(many(12, { reached: 1 }), { open: 41 })));
    const lines = text.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '*12 new High alerts: Statement 2 of DeployPolicy* (Company &amp; Sons)',
      `Policy statement · Production. <${GROUP_LINK}|Open the group of 41 alerts>`,
      'Highest risk 78 of 100. Impact 0.84: It administers 3 crown jewels. Exposure 0.60 (not known): It has no second factor.',
      'First step: Every access path of these alerts uses this statement. Removing it ends their findings.',
    ]);
    expect(text.match(/^•/gm)).toHaveLength(10);
    expect(lines[4]).toBe('• <https://cam.example/alerts?alert=a-0|Everyone reads payroll>: nora.lind in Production: 1 resource');
    expect(lines.at(-1)).toBe(`<${GROUP_LINK}|And 2 more>`);
  });

  it('about several groups lists ten groups and links to the others', () => {
    const { text } = chatOf(newsOf(...Array.from({ length: 12 }, (_none, index) => group(many(2), { key: `k${index}`, name: `G${index}` }))));
    expect(text.match(/^•/gm)).toHaveLength(10);
    expect(text).toContain('*24 new High alerts in 12 groups*');
    expect(text).toContain('• <https://cam.example/alerts?by=CAUSE&group=k0|G0>: 2 alerts, highest risk 78\n');
    expect(text).toContain('<https://cam.example/alerts?by=CAUSE&severity=HIGH|And 2 more groups>');
  });
});

describe('the message of the Slack app', () => {
  const buttonsOf = (news: News) =>
    slackOf(news)
      .blocks.filter(({ type }) => type === 'actions')
      .map(({ elements }) =>
        (elements as { action_id: string; value?: string; url?: string }[]).map(({ action_id: id, value, url }) => [id, value ?? url]),
      );

  it('about one alert has actions on it, and about a group on the group', () => {
    expect(buttonsOf(newsOf(group([alert()])))).toEqual([
      [
        ['open', 'https://cam.example/alerts?alert=a-1'],
        ['dismiss', 'ALERT a-1'],
        ['ticket', 'ALERT a-1'],
        ['explain', 'ALERT a-1'],
      ],
    ]);
    const [first] = buttonsOf(newsOf(group(many(3)), group([alert()], { key: 'g2' })));
    expect(first?.map(([, value]) => value)).toEqual([GROUP_LINK, ...['GROUP STATEMENT p|2', 'GROUP STATEMENT p|2', 'GROUP STATEMENT p|2']]);
  });

  it('stays within the limits of Slack', () => {
    const long = group(many(40, { guardrail: 'x'.repeat(500), accountName: 'y'.repeat(500) }), { key: 'k'.repeat(3000), name: 'z'.repeat(9000) });
    const { blocks } = slackOf(newsOf(long, ...Array.from({ length: 30 }, () => group(many(2)))));
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const { text } of [...blocks, ...slackOf(newsOf(long)).blocks] as { text?: { text: string } }[])
      expect(text?.text.length ?? 0).toBeLessThanOrEqual(3000);
    expect(buttonsOf(newsOf(long))[0]).toHaveLength(1);
  });
});

describe('the card of Microsoft Teams', () => {
  it('goes to the addresses of its workflows', () => {
    expect(isTeams('https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x')).toBe(true);
    expect(isTeams('https://default1.ab.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1')).toBe(true);
    expect(isTeams('https://hooks.slack.com/services/T0')).toBe(false);
    expect(isTeams('https://logic.azure.com.evil.example/')).toBe(false);
  });

  it('has links only, and names as text without markup', () => {
    const name = '[x](https://evil.example) **a** <at>all</at>';
    const { content } = teamsOf(newsOf(group(many(12), { name }))).attachments[0];
    expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the group', url: GROUP_LINK }]);
    const written = JSON.stringify(content);
    expect(written).toContain(JSON.stringify(`12 new High alerts: ${name}`));
    expect(written).not.toMatch(/"type":"TextBlock"/);
    expect(written).not.toContain('Action.Submit');
    expect(written.match(/alerts\?alert=/g)).toHaveLength(10);
  });
});

describe('the card of a bot of Microsoft Teams', () => {
  interface Action {
    title: string;
    verb?: string;
    url?: string;
    data?: { about: string };
  }
  interface SentCard {
    body: { actions?: Action[] }[];
    actions: Action[];
  }
  /** The card as it is sent. */
  const cardOf = (news: News): SentCard => JSON.parse(JSON.stringify(teamsBotOf(news).attachments[0].content));

  it('about one alert has actions on it, and about groups on each group', () => {
    const { actions } = cardOf(newsOf(group([alert()])));
    expect(actions.map(({ title, verb, url, data }) => [title, verb ?? url, data?.about])).toEqual([
      ['Open', 'https://cam.example/alerts?alert=a-1', undefined],
      ['Dismiss…', 'dismiss', 'ALERT a-1'],
      ['Make ticket', 'ticket', 'ALERT a-1'],
      ['Explain', 'explain', 'ALERT a-1'],
    ]);
    const { body, actions: below } = cardOf(newsOf(group(many(3)), group([alert()], { key: 'g2' })));
    expect(body.flatMap(({ actions: own }) => (own ? [own.map(({ data, url }) => data?.about ?? url)] : []))).toEqual([
      [GROUP_LINK, ...['GROUP STATEMENT p|2', 'GROUP STATEMENT p|2', 'GROUP STATEMENT p|2']],
      ['https://cam.example/alerts?alert=a-1', ...['ALERT a-1', 'ALERT a-1', 'ALERT a-1']],
    ]);
    expect(below.map(({ title }) => title)).toEqual(['Open the groups']);
  });

  it('has names as text without markup, and says it all to notifications of the desktop', () => {
    const name = '[x](https://evil.example) **a** <at>all</at>';
    const sent = teamsBotOf(newsOf(group(many(12), { name })));
    expect(sent.summary).toBe(`12 new High alerts: ${name}`);
    expect(JSON.stringify(sent)).not.toMatch(/"type":"TextBlock"/);
  });

  it('stays within the size of messages', () => {
    const long = group(many(40, { guardrail: 'x'.repeat(500), accountName: 'y'.repeat(500) }), { key: 'k'.repeat(3000), name: 'z'.repeat(9000) });
    const others = Array.from({ length: 30 }, (_none, index) => group(many(2), { key: `${index}`.repeat(200) }));
    for (const news of [newsOf(long), newsOf(long, ...others), newsOf(group([alert()], { key: 'k'.repeat(9000), open: 2 }))])
      expect(JSON.stringify(teamsBotOf(news)).length).toBeLessThan(40_000);
    expect(cardOf(newsOf(group([alert()], { key: 'k'.repeat(9000), open: 2 }))).actions.map(({ title }) => title)).toEqual(['Open']);
  });
});

it('testMail says that it is a test', () => {
  expect(testMail('LOW', 'Company')).toMatchObject({ subject: '[CAM] Test of low alerts', text: expect.stringContaining('This is a test.') });
});
