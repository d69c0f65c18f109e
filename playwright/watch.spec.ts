import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './support/console';
import { hasRsyslog, test } from './support/watching-console';

const DUMP = join(__dirname, 'fixtures/small-account.json');
const GUARDRAIL = 'Readers of the payroll';
const NEWCOMER = 'pim.aalto';

type Dump = { UserDetailList: { UserName: string; UserId: string; Arn: string; GroupList: string[] }[] };

/** The account with somebody new in the group that reads the payroll. */
function withNewcomer(file: string): string {
  const dump = JSON.parse(readFileSync(DUMP, 'utf8')) as Dump;
  const [nora] = dump.UserDetailList;
  const pim = { ...nora, UserName: NEWCOMER, UserId: 'AIDAPIM', Arn: `arn:aws:iam::111122223333:user/${NEWCOMER}` };
  writeFileSync(file, JSON.stringify({ ...dump, UserDetailList: [...dump.UserDetailList, pim] }));
  return file;
}

async function add(page: Page, field: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(field).fill(text);
  await page.getByLabel(field).press('Enter');
}

/** Looks again until the list of alerts has such a row: guardrails look at a snapshot a moment after it was taken. */
async function expectRow(page: Page, address: string, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole('row', { name })).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test('a new grant is raised, told of by mail, chat and syslog, worked on, and closed by the snapshot that does not show it any more', async ({
  page,
  signIn,
  cam,
  receivers: { mail, chat, syslog },
}, info) => {
  if (!hasRsyslog) info.annotations.push({ type: 'skipped in part', description: 'syslog: no rsyslogd on this machine' });
  await signIn(page, 'admin');

  await test.step('an account is imported', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Cloud Sources' }).click();
    await page.getByRole('button', { name: 'Import' }).first().click();
    await page.locator('input[type=file]').setInputFiles(DUMP);
    await page.getByRole('textbox', { name: 'Unique Name' }).fill('Payments');
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('row', { name: /Payments 111122223333/ })).toContainText(/Active|Warning/);
  });

  await test.step('the settings name who is told', async () => {
    await page.goto('/settings/alertshigh');
    await add(page, /^Email \(/, 'ops@company.example');
    await add(page, 'Chat Webhook URL', chat.url);
    const [ip = '', port = ''] = (syslog?.endpoint ?? '').split(':');
    await page.getByLabel('IP address').fill(ip);
    await page.getByLabel('Port').fill(port);
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expect(page.getByText('Alert data has been changed').first()).toBeVisible();
  });

  await test.step('a guardrail is made of a search', async () => {
    await page.goto('/searchresult?query=user+with-access+object_store+payroll+for+read');
    await page.getByRole('button', { name: 'CREATE GUARDRAIL RULE' }).click();
    const form = page.getByRole('dialog', { name: 'CREATE GUARDRAIL QUERY' });
    await form.getByLabel('Name').fill(GUARDRAIL);
    await form.getByRole('button', { name: 'Create Guardrail' }).click();
    await expect(page.getByText('The guardrail has been created')).toBeVisible();
    await page.goto('/guardrails');
    await page.getByPlaceholder('Object Search').fill('readers of');
    await page.getByRole('button', { name: `Actions for ${GUARDRAIL}` }).click();
    await page.getByRole('menuitem', { name: 'Enable Alerting' }).click();
    await expectRow(page, '/alerts?search=readers', /Readers of the payroll.*nora\.lind/);
  });

  await test.step('the second snapshot has somebody new who reads it: an alert of their own, and the badge', async () => {
    await cam('import', withNewcomer(info.outputPath('second.json')), '--cloud', 'AWS', '--account', '111122223333');
    await expectRow(page, '/alerts?search=readers', /Readers of the payroll.*pim\.aalto.* New/);
    const badge = page
      .getByRole('navigation')
      .getByRole('link', { name: /Alerts/ })
      .getByRole('img');
    await expect(badge).toHaveAccessibleName(/open high severity/);
  });

  await test.step('a mail, a message in the chat and an entry at the syslog server name them, once', async () => {
    const mails = () => mail.mails.filter(({ text }) => text?.includes(NEWCOMER));
    await expect.poll(() => mails().length, { message: 'mails' }).toBe(1);
    expect(mails()[0]).toMatchObject({ subject: expect.stringMatching(/^\[CAM\] .*High alert/), recipients: ['ops@company.example'] });
    await expect.poll(() => chat.taken.filter(({ text }) => text.includes(NEWCOMER)).length, { message: 'chat' }).toBe(1);
    if (!syslog) return;
    const entries = () => syslog.messages().filter(({ msg }) => msg?.includes(NEWCOMER));
    await expect.poll(() => entries().length, { message: 'syslog' }).toBe(1);
    expect(entries()[0]).toMatchObject({ programname: 'CAM', syslogseverity: '2', msgid: 'ALERT' });
  });

  await test.step('the link of the mail leads to the alert, which is dismissed, kept and remediated', async () => {
    const link = /https?:\S+\/alerts\?alert=[\w-]+/.exec(mail.mails.find(({ text }) => text?.includes(NEWCOMER))?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    const drawer = page.getByRole('dialog', { name: GUARDRAIL });
    await expect(drawer.getByText('Open', { exact: true })).toBeVisible();
    await expect(drawer.getByText(NEWCOMER).first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Dismiss' }).click();
    await expect(drawer.getByText('Dismissed', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /Readers of the payroll.*pim\.aalto/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Keep' }).click();
    await expect(drawer.getByText('Open', { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: 'Remediate' }).click();
    await expect(drawer.getByText('Waits for a snapshot')).toBeVisible();
    await expect(drawer).toContainText('by admin@demo.example');
  });

  await test.step('the third snapshot closes it, and nobody is told again', async () => {
    await cam('import', DUMP, '--cloud', 'AWS', '--account', '111122223333');
    await expectRow(page, '/alerts?search=readers&show=ALERT_ALL', /Readers of the payroll.*pim\.aalto.* Closed/);
    await expect(page.getByRole('row', { name: /Readers of the payroll.*nora\.lind/ })).not.toContainText('Closed');
    expect(mail.mails.filter(({ text }) => text?.includes(NEWCOMER))).toHaveLength(1);
  });
});

test('what a log shows of somebody who turns logging off is an alert, with why, its events and what else they did', async ({
  page,
  signIn,
  cam,
}, info) => {
  const folder = info.outputPath('account');
  mkdirSync(join(folder, 'cloudtrail'), { recursive: true });
  copyFileSync(DUMP, join(folder, 'get-account-authorization-details.json'));
  const call = (eventName: string, minute: number) => ({
    eventID: `event-${minute}`,
    eventTime: `2026-01-20T10:${minute}:00Z`,
    eventSource: 'cloudtrail.amazonaws.com',
    eventName,
    sourceIPAddress: '198.51.100.7',
    recipientAccountId: '111122223333',
    userIdentity: { type: 'IAMUser', arn: 'arn:aws:iam::111122223333:user/omar.haddad', accountId: '111122223333' },
  });
  writeFileSync(join(folder, 'cloudtrail/log.json'), JSON.stringify({ Records: [call('DescribeTrails', 10), call('StopLogging', 12)] }));
  await cam('import', folder, '--cloud', 'AWS', '--account', '111122223333');
  await signIn(page, 'admin');
  await expectRow(page, '/alerts?search=logging', /High.*Logging was turned off.*omar\.haddad.* New/);
  await page.getByRole('button', { name: 'Details of omar.haddad: Logging was turned off' }).click();
  const drawer = page.getByRole('dialog', { name: 'Logging was turned off' });
  await expect(drawer.getByRole('region', { name: 'Why it is suspicious' })).toContainText('StopLogging');
  await expect(drawer.getByRole('link', { name: /About this method \(T1562\.008\)/ })).toHaveAttribute('href', /^https:/);
  await expect(drawer.getByRole('group', { name: 'Events by time' }).getByRole('img', { name: /^StopLogging,/ })).toBeVisible();
  await expect(drawer.getByRole('row', { name: /DescribeTrails/ })).toBeVisible();
  await drawer.getByText('Places', { exact: true }).click();
  await expect(drawer.getByRole('row', { name: /198\.51\.100\.7/ })).toContainText('Not known');
});
