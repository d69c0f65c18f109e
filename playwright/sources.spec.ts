import { OKTA_ORG } from '../server/demo/okta/org';
import { ACCOUNTS, AMAZON, ANALYTICS, AZURE, expect, KEY, MANAGEMENT, SUBSCRIPTIONS, test, TOKEN } from './support/connected-console';
import { expectToast } from './support/toasts';

test.describe.configure({ mode: 'serial' });

test('an administrator connects an Okta org after an invalid token is reported, and its users appear', async ({ page, signIn, watch }) => {
  watch.allow(/422/);
  await signIn(page, 'admin');
  await page.getByRole('navigation').getByRole('link', { name: 'IDP Sources' }).click();
  await page.getByRole('button', { name: 'Add Source' }).first().click();
  await page.getByRole('menuitem', { name: 'Okta' }).click();
  const editor = page.getByRole('dialog', { name: 'Connect Okta' });
  await expect(editor).toContainText('Read-only Administrator');
  const testButton = editor.getByRole('button', { name: 'Test Connection' });
  const save = editor.getByRole('button', { name: 'Save' });
  await expect(testButton).toBeDisabled();
  await editor.getByLabel('Organization URL').fill(`https://${OKTA_ORG}`);
  await editor.getByLabel('Application Token').fill('wrong');
  await testButton.click();
  await expect(editor.getByText('Test Connection Failed')).toBeVisible();
  await expect(editor).toContainText('Please verify the source account information and configuration. Read more about');
  await expect(editor).toContainText('Invalid token provided');
  await expect(save).toBeDisabled();

  await editor.getByLabel('Application Token').fill(TOKEN);
  await expect(editor.getByText('Test Connection Failed')).toBeHidden();
  await testButton.click();
  await expect(editor.getByText('Your credentials have been validated. Select Save to use this configuration')).toBeVisible();
  await expectToast(page, 'Testing Success');
  await expect(editor.getByLabel('Account Name')).toHaveValue('Kestrel Harbor');
  await save.click();
  await expectToast(page, 'Account successfully created!');
  const row = page.getByRole('row', { name: /Kestrel Harbor/ });
  await expect(row).toContainText('Connection');
  await expect(row).toContainText('Active', { timeout: 30_000 });

  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('federated_user');
  await search.press('Enter');
  await expect(page.getByText('@').first()).toBeVisible();
});

test('the source editor shows a stored secret as a mask and does not send the mask', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/sources/idp');
  await page.getByRole('button', { name: 'Edit Kestrel Harbor' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Okta' });
  await expect(editor.getByLabel('Application Token')).toHaveValue('*'.repeat(16));
  await expect(editor.getByRole('button', { name: 'Save' }), 'disabled without changes').toBeDisabled();
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/policy-reader/test-connection'));
  await editor.getByRole('button', { name: 'Test Connection' }).click();
  expect((await sent).postData()).not.toContain('***');
  await expect(editor.getByText('Your credentials have been validated')).toBeVisible();
  await editor.getByLabel('Account Name').fill('Our Okta');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Account successfully updated!');
  await expect(page.getByRole('row', { name: /Our Okta/ })).toBeVisible();
});

test('a user schedules snapshots and takes one on demand, and the history shows its result', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Snapshots' }).click();
  await expect(page).toHaveURL(/\/sources\/snapshot\/LAST_SNAPSHOT$/);
  const row = page.getByRole('row', { name: /Our Okta/ });
  await expect(row).toContainText('Once a day');
  await page.getByRole('button', { name: 'Schedule of Our Okta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule of Our Okta' });
  await dialog.getByLabel('Take a snapshot').click();
  await page.locator('.ant-select-item-option').getByText('Every week at a set time').click();
  await dialog.getByLabel(/^Time/).fill('04:15');
  await expect(dialog.getByRole('status')).toContainText('04:15 AM');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Sundays at 04:15');
  await page.getByRole('button', { name: 'Take a snapshot of Our Okta now' }).click();
  await expectToast(page, '1 snapshot started');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('row', { name: /Our Okta.*On demand/ })).toContainText('Success', { timeout: 30_000 });
  await expect(page.getByRole('row', { name: /Our Okta.*Connection/ })).toBeVisible();
  await page.getByLabel('Result').click();
  await page.locator('.ant-select-item-option').getByText('Error').click();
  await expect(page.getByText('No snapshots with this result')).toBeVisible();
});

test('a source is linked to a correlated source, shows the link, and is unlinked', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/sources/idp');
  await page.getByRole('button', { name: 'Edit Our Okta' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Okta' });
  await editor.getByLabel('Correlated Source').click();
  await page.locator('.ant-select-item-option').getByText('People System (Workday)').click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Our Okta/ })).toContainText('People System');
  await page.reload();
  await page.getByRole('button', { name: 'Link Our Okta' }).click();
  await page.getByRole('dialog', { name: 'Link Our Okta' }).getByLabel('Correlated Source').click();
  await page.locator('.ant-select-item-option').getByText('None').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Link removed');
  await expect(page.getByRole('columnheader', { name: 'Correlated source' })).toHaveCount(0);
});

test('a viewer can read the connection of a source but not change it', async ({ page, signIn }) => {
  await signIn(page, 'viewer', '/sources/idp');
  await expect(page.getByRole('button', { name: 'Add Source' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Our Okta', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'View Okta' });
  await expect(editor.getByLabel('Organization URL')).toBeDisabled();
  await expect(editor.getByLabel('Application Token')).toHaveValue('*'.repeat(16));
  await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('an administrator connects an Azure organization, selects its scope and sees its tree', async ({ page, signIn }) => {
  const [first = '', ...others] = [...SUBSCRIPTIONS].sort();
  await signIn(page, 'admin', '/sources/cloud');
  await page.getByRole('button', { name: 'Add Source' }).first().click();
  await page.getByRole('menuitem', { name: 'Azure' }).click();
  const editor = page.getByRole('dialog', { name: 'Connect Azure' });
  for (const [label, value] of Object.entries(AZURE)) await editor.getByLabel(label).fill(value);
  await editor.getByRole('button', { name: 'Test Connection' }).click();
  await expect(editor).toContainText(`This is an organization with ${SUBSCRIPTIONS.length} subscriptions`);
  await expect(editor.getByLabel('Unique Name')).toHaveValue('Tenant Root Group');
  await editor.getByRole('button', { name: 'Save' }).click();

  const scope = page.getByRole('dialog', { name: 'Scope of Tenant Root Group' });
  await scope.getByRole('radio', { name: /Selected subscriptions/ }).check();
  await scope.getByLabel('Search subscriptions').fill(first);
  await scope.getByRole('checkbox', { name: new RegExp(first) }).uncheck();
  await scope.getByLabel('Search subscriptions').fill('');
  await expect(scope.getByText(`Selected subscriptions (${others.length} of ${SUBSCRIPTIONS.length})`)).toBeVisible();
  await scope.getByRole('button', { name: 'Save' }).click();
  await expect(scope).toBeHidden();

  const tree = page.getByRole('region', { name: 'Tenant Root Group' });
  await expect(tree).toContainText(`${others.length} subscriptions, ${others.length} active`, { timeout: 60_000 });
  await tree.getByText('Management groups and subscriptions').click();
  await expect(tree).toContainText('Management Group, SubscriptionManagement Group ID, Subscription IDStatus');
  for (const name of others) await expect(tree.getByText(name, { exact: true })).toBeVisible();
  await expect(tree.getByText(first, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(others[0] ?? '') })).toContainText('Organization');
  await tree.getByRole('link', { name: 'Show only this organization' }).click();
  await expect(page).toHaveURL(/\/sources\/cloud\/AZURE\/[0-9a-f]{32}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tenant Root Group' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(others.length + 1);
  await expect(page.getByRole('columnheader', { name: 'Management Group' })).toBeVisible();
  // The innermost folder, and its path as a tooltip.
  await expect(
    page
      .getByRole('table')
      .getByTitle(/^.+ \/ Production$/)
      .first(),
  ).toHaveText('Production');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Azure' }).click();
  await expect(page).toHaveURL(/\/sources\/cloud\/AZURE$/);
});

test('a Google Cloud project is connected with a pasted or uploaded key, which is not shown', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/sources/cloud/GCP');
  await page.getByRole('button', { name: 'Add Source' }).first().click();
  await page.getByRole('menuitem', { name: 'Google Cloud' }).click();
  const editor = page.getByRole('dialog', { name: 'Connect Google Cloud' });
  const buffer = Buffer.from(JSON.stringify(KEY));
  await editor.locator('input[type=file]').setInputFiles({ name: 'reader.json', mimeType: 'application/json', buffer });
  await expect(editor.getByText('From reader.json')).toBeVisible();

  const key = editor.getByLabel('Service Account JSON');
  await expect(key).toHaveAttribute('type', 'password');
  await key.fill(JSON.stringify(KEY).slice(0, -1));
  await expect(editor.getByText('From reader.json')).toHaveCount(0);
  await expect(page.getByRole('tooltip', { name: /This is not JSON. Paste the whole key/ })).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Test Connection' })).toBeDisabled();
  await key.fill(JSON.stringify(KEY, null, 2));
  await editor.getByRole('button', { name: 'Test Connection' }).click();
  await expect(editor.getByText('Your credentials have been validated')).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  // Without its organization, the names of its parent folders are unknown.
  await expect(page.getByRole('row', { name: new RegExp(KEY.project_id) })).toContainText('Warning', { timeout: 60_000 });
  await expect(page.getByRole('cell', { name: /has no folders/ })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('PRIVATE KEY');
});

test('an AWS organization is connected with selected accounts after a wrong external ID is reported', async ({ page, signIn, watch }) => {
  test.setTimeout(180_000);
  watch.allow(/422/);
  await signIn(page, 'admin', '/sources/cloud/AWS');
  await page.getByRole('button', { name: 'Add Source' }).first().click();
  await page.getByRole('menuitem', { name: 'AWS' }).click();
  const editor = page.getByRole('dialog', { name: 'Connect AWS' });
  await expect(editor.getByRole('button', { name: `Copy ${AMAZON.principal}` })).toBeVisible();
  await editor.getByText('Role (CloudFormation)').click();
  await expect(editor.getByLabel('Role (CloudFormation)', { exact: true })).toContainText(`Default: ${AMAZON.principal}`);
  const generated = await editor.getByLabel('External ID').inputValue();
  expect(generated).toMatch(/^cam-[0-9a-f]{32}$/);
  await expect(editor.getByLabel('Role (CloudFormation)', { exact: true })).toContainText(`Default: ${generated}`);

  const testButton = editor.getByRole('button', { name: 'Test Connection' });
  await editor.getByLabel('Role ARN').fill('cam-read-only');
  await expect(page.getByRole('tooltip', { name: /A role ARN looks like/ })).toBeVisible();
  await expect(testButton).toBeDisabled();
  await editor.getByLabel('Role ARN').fill(AMAZON.roleArn);
  await editor.getByLabel('External ID').fill('another-one');
  await testButton.click();
  await expect(editor.getByText('Test Connection Failed')).toBeVisible();
  await expect(editor).toContainText('Please verify the source account information and configuration. Read more about');
  await expect(editor.getByText('SNS Topic ARN')).toHaveCount(0);
  await editor.getByLabel('External ID').fill(AMAZON.externalId);
  await testButton.click();
  await expect(editor).toContainText(`This is an organization with ${ACCOUNTS.length + 1} accounts`);
  await editor.getByLabel('Unique Name').fill('Our AWS');
  await editor.getByRole('button', { name: 'Save' }).click();

  const scope = page.getByRole('dialog', { name: 'Scope of Our AWS' });
  await scope.getByRole('radio', { name: /Selected accounts/ }).check();
  await expect(scope.getByRole('checkbox', { name: new RegExp(MANAGEMENT) })).toBeDisabled();
  const [one = ''] = ACCOUNTS.filter(({ unit }) => unit === 'Security').map(({ name }) => name);
  const [selected = ''] = ACCOUNTS.filter(({ unit }) => unit === 'Sandbox').map(({ name }) => name);
  await scope.getByRole('checkbox', { name: new RegExp(one) }).uncheck();
  await expect(scope.getByRole('checkbox', { name: 'Security', exact: true })).toBeChecked({ indeterminate: true });
  await scope.getByRole('checkbox', { name: 'Security', exact: true }).check();
  await expect(scope.getByRole('checkbox', { name: new RegExp(one) })).toBeChecked();
  for (const unit of ['Security', 'Workloads']) await scope.getByRole('checkbox', { name: unit, exact: true }).uncheck();
  await expect(scope.getByText(`Selected accounts (2 of ${ACCOUNTS.length + 1})`)).toBeVisible();
  await scope.getByLabel('Show', { exact: true }).click();
  await page.locator('.ant-select-item-option').getByText('Selected', { exact: true }).click();
  await expect(scope.getByRole('checkbox', { name: new RegExp(one) })).toHaveCount(0);
  await scope.getByLabel('Search accounts').fill('nobody');
  await expect(scope.getByText('No accounts match.')).toBeVisible();
  await scope.getByRole('button', { name: 'Save' }).click();
  const tree = page.getByRole('region', { name: 'Our AWS' });
  await expect(tree).toContainText(/2 accounts, .*(active|warning)/, { timeout: 120_000 });
  await tree.getByText('Organization units and accounts').click();
  await expect(tree).toContainText('Organization Unit, AccountOrganization Unit ID, Account IDStatus');
  await expect(tree.getByText('Management account')).toBeVisible();
  await expect(tree.getByText(selected, { exact: true })).toBeVisible();

  await tree.getByRole('button', { name: 'Our AWS', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Edit AWS' });
  await expect(again.getByLabel('External ID')).toHaveValue('*'.repeat(16));
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/policy-reader/test-connection'));
  await again.getByRole('button', { name: 'Test Connection' }).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(body.aws_organization_info).toEqual({ role_arn: AMAZON.roleArn });
  expect(body).not.toHaveProperty('uid');
  await expect(again.getByText('Your credentials have been validated')).toBeVisible();
});

test('analytics loads only with its flag, and receives only tenant, role and user source', async ({ page, signIn, cam, watch }) => {
  watch.allow(new RegExp(ANALYTICS));
  const requests: { path: string; body: Record<string, unknown> }[] = [];
  const withLibrary: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    if ((await response.text().catch(() => '')).includes('"posthog"')) withLibrary.push(response.url());
  });
  await page.route(`${ANALYTICS}/**`, async (route) => {
    const text = route.request().postData();
    requests.push({ path: new URL(route.request().url()).pathname, body: text === null ? {} : (JSON.parse(text) as Record<string, unknown>) });
    await route.fulfill({ json: { status: 1 }, headers: { 'access-control-allow-origin': '*' } });
  });
  await signIn(page, 'admin', '/identities');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Snapshots' })).toBeVisible();
  expect(requests).toEqual([]);
  expect(withLibrary).toEqual([]);
  await cam('flags', 'set', 'UI_POSTHOG', 'on', '--tenant', 'demo');
  await expect.poll(() => requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
  // The test reads the content of a file as well as its effect.
  await expect.poll(() => withLibrary).toHaveLength(1);
  await page.getByRole('link', { name: 'Snapshots' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: 'Take Snapshots Now' })).toBeVisible();
  expect(requests).toHaveLength(1);
  const [{ path, body } = { path: '', body: {} }] = requests;
  const [{ uuid: _uuid, timestamp: _timestamp, ...event } = {}] = body.batch as Record<string, unknown>[];
  expect([path, Object.keys(body).sort()]).toEqual(['/e/', ['api_key', 'batch', 'sent_at']]);
  const visitor = { tenant_id: 'demo', role: expect.any(String), user_source: 'COGNITO' };
  expect(event).toEqual({ event: 'console opened', properties: { token: 'phc_key_of_the_project', distinct_id: expect.any(String), ...visitor } });
  await cam('flags', 'set', 'UI_POSTHOG', 'off', '--tenant', 'demo');
});
