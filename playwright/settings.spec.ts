import type { Locator, Page } from '@playwright/test';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

const EMAIL = /^Email \(/;
const WEBHOOK = 'Chat Webhook URL';
const MASK = '*'.repeat(16);

async function openTab(page: Page, id: string, tab: string): Promise<void> {
  await page.goto(`/settings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Notification Method' })).toBeVisible();
}

async function add(page: Page, field: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(field).fill(text);
  await page.getByLabel(field).press('Enter');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expectToast(page, 'Alert data has been changed');
}

test('saved alert settings appear after a reload, in another tab and, read-only, for viewers', async ({ page, context, browser, signIn }) => {
  await signIn(page, 'admin');
  // Without sources the console opens the setup, whose menu does not lead to the settings.
  await page.getByRole('navigation').getByRole('link', { name: 'Cloud Sources' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings\/alertshigh$/);
  await page.getByRole('tab', { name: 'Alerts Medium' }).click();
  await expect(page).toHaveURL(/\/settings\/alertsmedium$/);
  const saveButton = page.getByRole('button', { name: 'SAVE' });
  await expect(saveButton).toBeDisabled();
  await add(page, EMAIL, 'ops@company.example');
  await add(page, WEBHOOK, 'https://203.0.113.7/services/T0');
  await page.getByLabel('IP address').fill('203.0.113.9');
  await page.getByLabel('Protocol').press('Enter');
  await page.getByRole('option', { name: 'tcp' }).waitFor({ state: 'attached' });
  await page.getByLabel('Protocol').press('ArrowDown');
  await page.getByLabel('Protocol').press('Enter');
  await page.getByRole('switch', { name: 'Use credentials' }).click();
  await page.getByLabel('Username').fill('cam');
  await page.getByLabel('Password').fill('Syslog-secret-7');
  await save(page);
  await expect(saveButton).toBeDisabled();

  const expectSaved = async (shown: Page): Promise<void> => {
    await expect(shown.getByRole('list', { name: 'E-mail recipients' })).toContainText('ops@company.example');
    await expect(shown.getByRole('list', { name: 'Webhook URLs' })).toContainText('https://203.0.113.7/services/T0');
    await expect(shown.getByLabel('IP address')).toHaveValue('203.0.113.9');
    await expect(shown.getByRole('group', { name: 'Syslog server 1' })).toContainText('tcp');
    await expect(shown.getByLabel('Password')).toHaveValue(MASK);
  };
  await page.reload();
  await expectSaved(page);
  const other = await context.newPage();
  await openTab(other, 'alertsmedium', 'Alerts Medium');
  await expectSaved(other);
  await openTab(other, 'alertslow', 'Alerts Low');
  await expect(other.getByText('No e-mail recipients yet.')).toBeVisible();

  const viewer = await (await browser.newContext()).newPage();
  await signIn(viewer, 'viewer');
  await openTab(viewer, 'alertsmedium', 'Alerts Medium');
  await expect(viewer.getByText('You can view these settings but not change them.')).toBeVisible();
  await expect(viewer.getByRole('list', { name: 'E-mail recipients' })).toContainText('ops@company.example');
  await expect(viewer.getByRole('list', { name: 'Syslog servers' })).toContainText('203.0.113.9:514 tcp');
  await expect(viewer.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /SAVE|Add|Remove|Delete/ })).toHaveCount(0);
  await viewer.context().close();
});

test('quiet hours and digests are saved and appear after a reload', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/settings/alertstimes');
  await expect(page.getByRole('tab', { name: 'Notification Times', selected: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('From', { exact: true }).fill('21:00');
  await save(page);
  await page.reload();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:00');
  await expect(page.getByText('From 21:00 until 07:00 of the next day.')).toBeVisible();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await save(page);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
});

/** Returns the names of controls of a panel that the window cuts off. */
function controlsBeyondWindow(panel: Locator): Promise<string[]> {
  return panel.evaluate((element) =>
    [...element.querySelectorAll('button, input, code, dd')]
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return width > 0 && (left < 0 || right > window.innerWidth);
      })
      .map((control) => control.textContent ?? ''),
  );
}

test('a webhook is created with its secret shown once, tested, changed, turned off and deleted, in a drawer that fits every window', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin', '/settings/webhooks');
  await expect(page.getByRole('tab', { name: 'Webhooks', selected: true })).toBeVisible();
  await expect(page.getByText('No webhooks')).toBeVisible();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  await dialog.getByLabel('Name').fill('SIEM');
  // A name that no name server knows: nothing leaves this machine.
  await dialog.getByLabel('Address').fill('https://siem.invalid/events?key=secret');
  await dialog.getByText('A source has a new snapshot').click();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.reload();
  await expect(page.getByText(/whsec_|key=secret/)).toHaveCount(0);

  await page.getByRole('button', { name: 'SIEM' }).click();
  const drawer = page.getByRole('dialog', { name: 'SIEM' });
  await drawer.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(/^The test event was not accepted. Its name (has no address|could not be resolved)\.$/)).toBeVisible();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await controlsBeyondWindow(drawer), `at ${width} px`).toEqual([]);
  }
  expect(await violations(page, '[role=dialog]')).toEqual([]);

  await drawer.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Change SIEM' });
  await expect(form.getByText(/^Leave empty to keep https:\/\/siem\.invalid\/events/)).toBeVisible();
  await form.getByLabel('Name').fill('SIEM of the night');
  await form.getByText('A source has a new snapshot').click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const changed = page.getByRole('dialog', { name: 'SIEM of the night' });
  await expect(changed).not.toContainText('A source has a new snapshot');
  await changed.getByRole('button', { name: /Turn off|Try now/ }).click();
  await page.reload();
  await page.getByRole('button', { name: 'SIEM of the night' }).click();
  // The failed test leaves the webhook retrying: the button then tries again, and turns it off while nothing waits.
  await expect(changed.getByText(/^(Off|Retrying|On)/).first()).toBeVisible();
  await changed.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks')).toBeVisible();
});

test('a ticket system is connected, tested, gets a rule and is disconnected', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/settings/connections');
  await page.getByRole('button', { name: 'Connect GitHub' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect GitHub' });
  // A name that no name server knows: nothing leaves this machine.
  await dialog.getByLabel('Address').fill('https://github.invalid');
  await dialog.getByLabel('Repository').fill('acme/access');
  await dialog.getByLabel('Fine-grained token').fill('secret-token');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Copy the secret of "GitHub" now.')).toBeVisible();
  await page.reload();
  const row = page.getByRole('group', { name: 'GitHub' });
  await expect(row).toContainText('acme/access at https://github.invalid');
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/^The test failed. Its name (has no address|could not be resolved)\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('dialog', { name: 'Add rule' });
  await expect(rule.getByText(/^Would make (no tickets|1 ticket|[\d,]+ tickets) now/)).toBeVisible();
  await rule.getByLabel('Name').fill('Crown jewels');
  await rule.getByLabel('high').check();
  await rule.getByRole('button', { name: 'Add', exact: true }).click();
  const rules = page.getByRole('region', { name: 'Rules for tickets' });
  await expect(rules).toContainText('risk above 75, tier 0 to 1, severity high');

  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await expect(rules).toContainText('No rules');
});

test('the form and the server report each invalid entry, and the input is kept', async ({ page, signIn, watch }) => {
  watch.allow(/status of 422/);
  await signIn(page, 'admin');
  await openTab(page, 'alertslow', 'Alerts Low');
  await page.getByLabel(EMAIL).fill('ops@company');
  await expect(page.getByRole('tooltip', { name: 'Invalid email address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add e-mail' })).toBeDisabled();
  await page.getByLabel(EMAIL).fill('');
  await page.getByLabel('IP address').fill('log.company.example');
  await expect(page.getByRole('tooltip', { name: 'Invalid ip address format' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'SAVE' })).toBeDisabled();

  await page.getByLabel('IP address').fill('169.254.169.254');
  await add(page, WEBHOOK, 'http://93.184.215.14/');
  await add(page, WEBHOOK, 'https://localhost/hook');
  await page.getByRole('button', { name: 'SAVE' }).click();
  const webhooks = page.getByRole('list', { name: 'Webhook URLs' }).getByRole('listitem');
  await expect(webhooks.first()).toContainText('Webhook URL should start with https://');
  await expect(webhooks.last()).toContainText('Private and link-local addresses are refused.');
  await expect(page.getByRole('group', { name: 'Syslog server 1' })).toContainText('Private and link-local addresses are refused.');
  await expect(page.getByLabel('IP address')).toHaveValue('169.254.169.254');

  await page.getByRole('button', { name: 'Remove http://93.184.215.14/' }).click();
  await page.getByRole('button', { name: 'Remove https://localhost/hook' }).click();
  await page.getByLabel('IP address').fill('');
  await expect(page.getByRole('button', { name: 'SAVE' })).toBeDisabled();
});

test('unsaved changes ask for confirmation before another tab or page opens', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await openTab(page, 'alertshigh', 'Alerts High');
  await add(page, EMAIL, 'not-saved@company.example');
  const question = page.getByRole('dialog', { name: 'Confirm' });
  await page.getByRole('tab', { name: 'User Information' }).click();
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave this page?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('not-saved@company.example')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Cloud Sources' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
  await openTab(page, 'alertshigh', 'Alerts High');
  await expect(page.getByText('not-saved@company.example')).toHaveCount(0);
});

test('the setup has three steps, continues after a reload and ends at the cloud sources', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/setup');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.getByLabel('Job Title').fill('Auditor');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: /USER INFORMATION.*completed/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Alerts Low' }).click();
  await add(page, EMAIL, 'setup@company.example');
  await page.getByRole('tab', { name: 'REVIEW INFORMATION' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  const review = page.getByRole('tabpanel');
  await expect(review).toContainText('Auditor');
  await expect(review).toContainText('setup@company.example');
  await page.getByRole('button', { name: 'DONE' }).click();
  await expect(page).toHaveURL(/\/sources\/cloud$/);
});
