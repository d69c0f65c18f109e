import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { linesOf } from '../server/test/support/reports';
import { expect } from './support/console';
import { expectToast } from './support/toasts';
import { hasRsyslog, test } from './support/watching-console';

const DUMP = join(__dirname, 'fixtures/small-account.json');
const GUARDRAIL = 'Readers of the payroll';
const NEWCOMER = 'pim.aalto';

type Dump = { UserDetailList: { UserName: string; UserId: string; Arn: string; GroupList: string[] }[] };

/** The account with a new user in the group that reads the payroll. */
function withNewcomer(file: string): string {
  const dump = JSON.parse(readFileSync(DUMP, 'utf8')) as Dump;
  const [nora] = dump.UserDetailList;
  const pim = { ...nora, UserName: NEWCOMER, UserId: 'AIDAPIM', Arn: `arn:aws:iam::111122223333:user/${NEWCOMER}` };
  writeFileSync(file, JSON.stringify({ ...dump, UserDetailList: [...dump.UserDetailList, pim] }));
  return file;
}

/** Other guardrails also find the new user. Their alerts have other causes, and so messages of their own. */
function isAboutNewcomer(text: string | undefined): boolean {
  return text?.includes(NEWCOMER) === true && text.includes(GUARDRAIL);
}

async function add(page: Page, field: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(field).fill(text);
  await page.getByLabel(field).press('Enter');
}

/** Reloads until the list of alerts has such a row: guardrails run a moment after a snapshot. */
async function expectRow(page: Page, address: string, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole('row', { name })).toBeVisible({ timeout: 2000 });
  }).toPass();
}

test('a new grant raises an alert, which notifies by mail, chat and syslog and closes when the grant is removed', async ({
  page,
  signIn,
  cam,
  receivers: { mail, chat, syslog },
}, info) => {
  if (!hasRsyslog) info.annotations.push({ type: 'skipped in part', description: 'syslog: no rsyslogd on this machine' });
  await signIn(page, 'admin');

  await test.step('import an account', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Cloud Sources' }).click();
    await page.getByRole('button', { name: 'Import' }).first().click();
    await page.locator('input[type=file]').setInputFiles(DUMP);
    await page.getByRole('textbox', { name: 'Unique Name' }).fill('Payments');
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('row', { name: /Payments .*111122223333/ })).toContainText(/Active|Warning/);
  });

  await test.step('add the recipients in the settings', async () => {
    await page.goto('/settings/alertshigh');
    await add(page, /^Email \(/, 'ops@company.example');
    await add(page, 'Chat Webhook URL', chat.url);
    const [ip = '', port = ''] = (syslog?.endpoint ?? '').split(':');
    await page.getByLabel('IP address').fill(ip);
    await page.getByLabel('Port').fill(port);
    await page.getByRole('button', { name: 'SAVE' }).click();
    await expectToast(page, 'Alert data has been changed');
  });

  await test.step('create a guardrail from a search and enable alerting', async () => {
    await page.goto('/searchresult?query=user+with-access+object_store+payroll+for+read');
    await page.getByRole('button', { name: 'CREATE GUARDRAIL RULE' }).click();
    const form = page.getByRole('dialog', { name: 'CREATE GUARDRAIL QUERY' });
    await form.getByLabel('Name').fill(GUARDRAIL);
    await form.getByRole('button', { name: 'Create Guardrail' }).click();
    await expectToast(page, 'The guardrail has been created');
    await page.goto('/guardrails');
    await page.getByPlaceholder('Object Search').fill('readers of');
    await page.getByRole('button', { name: `Actions for ${GUARDRAIL}` }).click();
    await expect(page.getByRole('row', { name: /Readers of the payroll/ })).toContainText('Not raising alerts');
    await page.getByRole('menuitem', { name: 'Enable Alerting' }).click();
    await expect(page.getByRole('row', { name: /Readers of the payroll/ })).toContainText(/Raising alerts since \d{4}-\d\d-\d\d/);
    await expectRow(page, '/alerts?search=readers', /Readers of the payroll.*nora\.lind/);
  });

  await test.step('a second snapshot with a new reader raises an alert and updates the badge', async () => {
    await cam('import', withNewcomer(info.outputPath('second.json')), '--cloud', 'AWS', '--account', '111122223333');
    await expectRow(page, '/alerts?search=readers', /Readers of the payroll.*pim\.aalto.* New/);
    const badge = page
      .getByRole('navigation')
      .getByRole('link', { name: /Alerts/ })
      .getByRole('img');
    await expect(badge).toHaveAccessibleName(/open high severity/);
  });

  await test.step('mail, chat and syslog each receive one notification that names the new reader', async () => {
    const mails = () => mail.mails.filter(({ text }) => isAboutNewcomer(text));
    await expect.poll(() => mails().length, { message: 'mails' }).toBe(1);
    expect(mails()[0]).toMatchObject({ subject: expect.stringMatching(/^\[CAM\] .*High alert/), recipients: ['ops@company.example'] });
    await expect.poll(() => chat.taken.filter(({ text }) => isAboutNewcomer(text)).length, { message: 'chat' }).toBe(1);
    if (!syslog) return;
    const entries = () => syslog.messages().filter(({ msg }) => isAboutNewcomer(msg));
    await expect.poll(() => entries().length, { message: 'syslog' }).toBe(1);
    expect(entries()[0]).toMatchObject({ programname: 'CAM', syslogseverity: '2', msgid: 'ALERT' });
  });

  await test.step('open the alert from the mail, then dismiss, keep and remediate it', async () => {
    const link = /https?:\S+\/alerts\?alert=[\w-]+/.exec(mail.mails.find(({ text }) => isAboutNewcomer(text))?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    const drawer = page.getByRole('dialog', { name: GUARDRAIL });
    await expect(drawer.getByText('Open', { exact: true })).toBeVisible();
    await expect(drawer.getByText(NEWCOMER).first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('dialog', { name: 'Dismiss 1 alert' }).getByRole('button', { name: 'Dismiss' }).click();
    await expect(drawer.getByText('Dismissed', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /Readers of the payroll.*pim\.aalto/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Keep' }).click();
    await expect(drawer.getByText('Open', { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: 'Remediate' }).click();
    await expect(drawer.getByText('Waiting for the next snapshot')).toBeVisible();
    await expect(drawer).toContainText('by admin@demo.example');
  });

  await test.step('a third snapshot closes the alert without another notification', async () => {
    await cam('import', DUMP, '--cloud', 'AWS', '--account', '111122223333');
    await expectRow(page, '/alerts?search=readers&show=ALERT_ALL', /Readers of the payroll.*pim\.aalto.* Closed/);
    await expect(page.getByRole('row', { name: /Readers of the payroll.*nora\.lind/ })).not.toContainText('Closed');
    expect(mail.mails.filter(({ text }) => isAboutNewcomer(text))).toHaveLength(1);
  });
});

test("turning logging off raises an alert with its reason, its events and the user's other activity", async ({ page, signIn, cam }, info) => {
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
  await expectRow(page, '/alerts?search=logging', /High.*Logging turned off.*omar\.haddad.* New/);
  await page.getByRole('button', { name: 'Details of omar.haddad: Logging turned off' }).click();
  const drawer = page.getByRole('dialog', { name: 'Logging turned off' });
  await expect(drawer.getByRole('region', { name: 'Reasons' })).toContainText('StopLogging');
  await expect(drawer.getByRole('link', { name: /About this method \(T1562\.008\)/ })).toHaveAttribute('href', /^https:/);
  await expect(drawer.getByRole('list', { name: 'Events by time' }).getByRole('img', { name: /^StopLogging,/ })).toHaveCount(1);
  await expect(drawer.getByRole('row', { name: /DescribeTrails/ })).toBeVisible();
});

test('a scheduled report is sent by mail with its file, opened from its link, changed and deleted', async ({
  page,
  signIn,
  cam,
  receivers: { mail },
}) => {
  test.slow();
  const NAME = 'Payroll: who reads it';
  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  const sent = () => mail.mails.filter(({ subject }) => subject?.startsWith('[CAM] Payroll'));
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
  };
  const more = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await cam('import', DUMP, '--cloud', 'AWS', '--account', '111122223333');
  await signIn(page, 'admin');

  await test.step('report invalid entries in the form', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.getByRole('button', { name: 'Schedule report' }).first().click();
    const form = dialog('Schedule report');
    const recipients = form.getByRole('combobox', { name: 'Recipients' });
    await recipients.fill('nobody@company,');
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expect(form.getByText('Enter a name.')).toBeVisible();
    await expect(form.getByText('Invalid email address: nobody@company')).toBeVisible();
    await recipients.press('Backspace');
    await expect(form.getByText(/^Invalid email address/)).toHaveCount(0);
    // The author is a recipient already.
    await recipients.fill('auditor@elsewhere.example,');
  });

  await test.step('schedule the report for each week', async () => {
    const form = dialog('Schedule report');
    await form.getByRole('textbox', { name: 'Name' }).fill(NAME);
    await choose('Report', 'Access');
    await form.getByRole('textbox', { name: 'Query' }).fill('user with-access object_store payroll');
    await choose('Day', 'Wednesday');
    await choose('Hour', '06:00');
    await form.getByRole('button', { name: 'Schedule' }).click();
    await expectToast(page, 'Report has been scheduled');
    await expect(row).toContainText('Wednesdays at 06:00');
    await expect(row).toContainText('and 1 more');
    await expect(row).toContainText('Never');
  });

  await test.step('send the report now to each recipient, with its file attached', async () => {
    await more('Send now');
    await expect(row).toContainText(/Sent\s*\w+ \d|Sent/);
    await expect.poll(() => sent().length, { message: 'mails' }).toBe(2);
    expect(
      sent()
        .flatMap(({ recipients }) => recipients)
        .sort(),
    ).toEqual(['admin@demo.example', 'auditor@elsewhere.example']);
    const [file] = sent()[0]?.attachments ?? [];
    expect(file?.filename).toMatch(/^Payroll_ who reads it \d{4}-\d\d-\d\d\.xlsx$/);
    const lines = linesOf(Buffer.from(file?.content as ArrayBuffer));
    expect(lines.slice(1).map(([identity]) => identity)).toContain('nora.lind');
  });

  await test.step('open the report from the mail, then download, rename and delete it', async () => {
    const link = /https?:\S+\/reports\?report=[\w-]+/.exec(sent()[0]?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByText('Showing one report.')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: new RegExp(`^Download ${NAME}`) }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Payroll_ who reads it \d{4}-\d\d-\d\d\.xlsx$/);
    const listed = linesOf(readFileSync(await download.path()));
    expect(listed).toEqual(linesOf(Buffer.from(sent()[0]?.attachments[0]?.content as ArrayBuffer)));
    await page.getByRole('button', { name: new RegExp(`^Rename ${NAME}`) }).click();
    await dialog('Rename report').getByRole('textbox', { name: 'Name' }).fill('Kept for the audit');
    await dialog('Rename report').getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Report has been updated');
    await page.getByRole('button', { name: 'Delete Kept for the audit' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm' })
      .getByRole('button', { name: /Yes|Delete/ })
      .click();
    await expectToast(page, 'Report Kept for the audit has been removed');
    await expect(page.getByText('This report no longer exists.')).toBeVisible();
  });

  await test.step('change the schedule to each month as CSV and send the report', async () => {
    await page.goto('/reports?tab=scheduled');
    await page.getByRole('button', { name: `Edit ${NAME}` }).click();
    const form = dialog('Edit scheduled report');
    await form.getByText('Every month').click();
    // The list draws only visible options: one step up from the first leads to the last.
    await form.getByRole('combobox', { name: 'Day' }).click();
    await form.getByRole('combobox', { name: 'Day' }).press('ArrowUp');
    await form.getByRole('combobox', { name: 'Day' }).press('Enter');
    await expect(form.getByText('Shorter months use their last day.')).toBeVisible();
    await form.getByText('CSV', { exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Report has been updated');
    await expect(row).toContainText('Monthly on day 31 at 06:00');
    await more('Send now');
    await expect.poll(() => sent().length, { message: 'mails' }).toBe(4);
    const [file] = sent()[3]?.attachments ?? [];
    expect(file?.filename).toMatch(/\.csv$/);
    expect(Buffer.from(file?.content as ArrayBuffer).toString('utf8')).toContain('nora.lind');
  });

  await test.step('pause, resume and delete the schedule', async () => {
    await more('Pause');
    await expect(row).toContainText('Paused');
    await more('Resume');
    await expect(row).toContainText('Next:');
    await more('Delete');
    await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, `Report ${NAME} has been removed`);
    await expect(page.getByText('No scheduled reports yet')).toBeVisible();
  });
});
