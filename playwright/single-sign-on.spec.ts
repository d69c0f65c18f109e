import { SamlProvider } from '../server/test/support/saml-provider';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

test.use({ alone: 'single sign-on' });

test('an administrator sets up a provider, tests and requires it, and a person signs in with it', async ({
  page,
  browser,
  running,
  watch,
  signIn,
}) => {
  const provider = await new SamlProvider({ nameId: 'ana@demo.example', attributes: { groups: ['readers'], firstName: 'Ana' } }).start();
  watch.allow(new RegExp(`request to another host: ${provider.origin}/`));
  await signIn(page, 'admin', '/settings/single-sign-on');
  await expect(page.getByRole('tab', { name: 'Single sign-on', selected: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Values for your provider' }).getByText('/acs')).toBeVisible();

  await page.getByRole('button', { name: 'Set up provider' }).click();
  const form = page.getByRole('dialog', { name: 'Set up provider' });
  await form.getByLabel('Name').fill('Example IdP');
  await form.getByLabel('Metadata (XML)').fill(provider.metadata());
  await expect(form.getByLabel('E-mail domains')).toHaveValue('demo.example');
  await form.getByRole('textbox', { name: 'Value' }).fill('readers');
  await form.getByRole('combobox', { name: 'Scopes' }).fill('general:read');
  await form.getByRole('combobox', { name: 'Scopes' }).press('Enter');
  await form.getByLabel('Name').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved Example IdP. Run a test sign-in next.');
  await expect(page.getByRole('switch', { name: 'Enable single sign-on' })).toBeDisabled();

  await page.getByRole('button', { name: 'Start a test' }).click();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Open sign-in page' }).click()]);
  await opened.getByRole('button', { name: 'Sign in at the example provider' }).click();
  await expect(opened.getByRole('heading', { name: 'The test passed' })).toBeVisible();
  await opened.close();
  const result = page.getByRole('region', { name: 'Test sign-in' });
  await expect(result.getByText('The test passed.')).toBeVisible();
  await expect(result.getByRole('definition').filter({ hasText: 'ana@demo.example' }).first()).toBeVisible();
  await expect(result.getByText('readers')).toBeVisible();

  await page.getByLabel('Break-glass administrator').click();
  await page.getByTitle('admin@demo.example').click();
  await page.getByRole('switch', { name: 'Enable single sign-on' }).click();
  await page.getByRole('switch', { name: 'Require single sign-on' }).click();
  await page.getByRole('button', { name: 'Save sign-in' }).click();
  await expectToast(page, 'Single sign-on is required now.');

  const person = await (await browser.newContext()).newPage();
  await person.goto(running.url);
  await person.getByLabel('E-mail').fill('ana@demo.example');
  await person.getByRole('button', { name: 'Continue' }).click();
  await person.getByRole('button', { name: 'Sign in at the example provider' }).click();
  await person.waitForURL((url) => url.origin === running.url && !/^\/(identity|authorize|login)/.test(url.pathname));
  await expect(person.getByRole('navigation').first()).toBeVisible();
  await person.context().close();

  const viewer = await (await browser.newContext()).newPage();
  await viewer.goto(running.url);
  await viewer.getByRole('link', { name: 'Sign in with a password' }).click();
  const { email, password } = running.credentials('viewer');
  await viewer.getByLabel('E-mail').fill(email);
  await viewer.getByLabel('Password').fill(password);
  await viewer.getByRole('button', { name: 'Sign in' }).click();
  await expect(viewer.getByRole('alert')).toContainText('Your organization requires single sign-on.');
  await viewer.context().close();
  await provider.stop();
});

test('an administrator lets a provider provision users, and gives rights to its groups', async ({ page, request, running, signIn }) => {
  await signIn(page, 'admin', '/settings/single-sign-on');
  const section = page.getByRole('region', { name: 'Provisioning with SCIM' });
  await expect(section.getByText(`${running.url}/scim/v2`)).toBeVisible();
  await section.getByRole('button', { name: 'Create token' }).click();
  const naming = page.getByRole('dialog', { name: 'Create provisioning token' });
  await naming.getByLabel('Name').fill('Okta');
  await naming.getByRole('button', { name: 'Create' }).click();
  const token = (await section.getByText(/^cams_/).textContent()) ?? '';
  const post = (path: string, data: object) =>
    request.post(`${running.url}/scim/v2${path}`, { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }, data });
  const user = (await (await post('/Users', { userName: 'bob@demo.example' })).json()) as { id: string };
  expect((await post('/Groups', { displayName: 'Readers', members: [{ value: user.id }] })).status()).toBe(201);

  await page.reload();
  await expect(section).toContainText('1 provisioned user, 1 active. 1 group.');
  await expect(section).toContainText('No group gives rights yet');
  await section.getByRole('button', { name: 'Change rights' }).click();
  const rights = page.getByRole('dialog', { name: 'Rights of groups' });
  const group = rights.getByRole('group', { name: 'Group 1' });
  await expect(group.getByRole('textbox', { name: 'Group' })).toHaveValue('Readers');
  await group.getByRole('combobox', { name: 'Scopes' }).fill('general:read');
  await group.getByRole('combobox', { name: 'Scopes' }).press('Enter');
  await group.getByRole('textbox', { name: 'Group' }).click();
  await rights.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The rights of groups were changed.');
  await expect(section.getByRole('list', { name: 'Rights of groups' })).toContainText('Readers');

  await section.getByRole('button', { name: 'Revoke Okta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Revoked Okta.');
  expect((await post('/Users', { userName: 'eve@demo.example' })).status()).toBe(401);
});
