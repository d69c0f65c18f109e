import { chatOf, mailOf, testMail, type AlertBrief, type News } from './compose';

const alert = (part: Partial<AlertBrief> = {}): AlertBrief => ({
  alertId: 'a-1',
  guardrail: 'Everyone reads payroll',
  severity: 'HIGH',
  subject: { name: 'nora.lind', type: 'USER', uri: 'aws:1:user/nora.lind' },
  accountId: '123456789012',
  accountName: 'Production',
  reached: 12,
  at: new Date('2026-03-01T10:00:00Z'),
  ...part,
});
const news = (alerts: AlertBrief[]): News => ({ severity: 'HIGH', tenant: 'Company & Sons', alerts, console: 'https://cam.example' });

it('mailOf names a single alert in the subject and links to it', () => {
  const { subject, text, html } = mailOf(news([alert()]));
  expect(subject).toBe('[CAM] New High alert: Everyone reads payroll');
  expect(text).toContain('nora.lind in Production: 12 resources');
  expect(text).toContain('https://cam.example/alerts?alert=a-1');
  expect(text).toContain('https://cam.example/settings/alertshigh');
  expect(html).toContain('href="https://cam.example/alerts?alert=a-1"');
  expect(html).toContain('Company &#38; Sons');
});

it('mailOf lists 25 of many alerts and links to all', () => {
  const { subject, text } = mailOf(news(Array.from({ length: 40 }, (_none, index) => alert({ alertId: `a-${index}` }))));
  expect(subject).toBe('[CAM] 40 new High alerts');
  expect(text.match(/alert=a-/g)).toHaveLength(25);
  expect(text).toContain('And 15 more.');
  expect(text).toContain('https://cam.example/alerts?severity=HIGH');
});

it('mailOf and chatOf neutralise headers, markup, links, mentions and direction marks in names', () => {
  const name = 'x\r\nBcc: eve@x.example\u202e <script>alert(1)</script> <!channel> <https://x.example|click>';
  const { subject, html } = mailOf(news([alert({ guardrail: name, subject: { name, type: 'USER', uri: 'u' } })]));
  expect(subject).not.toMatch(/[\r\n\u202e]/);
  expect(html).not.toContain('<script>');
  const { text } = chatOf(news([alert({ guardrail: name, subject: { name, type: 'USER', uri: 'u' } })]));
  expect(text).not.toContain('<!channel>');
  expect(text).not.toContain('<https://x.example');
  expect(text.split('\n')).toHaveLength(2);
});

it('mailOf truncates a name of 10,000 characters without splitting a character', () => {
  const { subject } = mailOf(news([alert({ guardrail: '😀'.repeat(10_000) })]));
  expect([...subject].length).toBeLessThan(160);
  expect(subject).toMatch(/😀…$/);
});

it('chatOf lists ten alerts and links to the others', () => {
  const { text } = chatOf(news(Array.from({ length: 12 }, () => alert({ reached: 1 }))));
  expect(text.match(/^•/gm)).toHaveLength(10);
  expect(text).toContain('nora.lind in Production: 1 resource\n');
  expect(text).toContain('<https://cam.example/alerts?severity=HIGH|And 2 more>');
});

it('testMail says that it is a test', () => {
  expect(testMail('LOW', 'Company')).toMatchObject({ subject: '[CAM] Test of low alerts', text: expect.stringContaining('This is a test.') });
});
