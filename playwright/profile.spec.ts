import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

// Tests of other files leave sessions behind.
test.use({ alone: 'profile' });

test('the profile lists the sessions of the user, and ends one or all others at once', async ({ page, browser, signInByPassword, watch }) => {
  watch.allow(/status of 401/);
  await signInByPassword(page, 'viewer');
  const others = await Promise.all([browser.newContext(), browser.newContext()]);
  const [one, two] = [await others[0].newPage(), await others[1].newPage()];
  await signInByPassword(one, 'viewer');
  await signInByPassword(two, 'viewer');

  await page.goto('/settings/profile');
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expect(sessions.first()).toContainText(/^(Chrome|Unknown browser) on \w+/);
  await expect(sessions.first()).toContainText(/last used .+, signed in /);

  const question = page.getByRole('dialog', { name: 'Confirm' });
  await sessions.filter({ hasNotText: 'This browser' }).first().getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out Chrome on');
  await expect(sessions).toHaveCount(2);

  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out everywhere else.');
  await expect(sessions).toHaveCount(1);

  // The consoles that were signed out learn of it at once and ask for the password again; this one goes on.
  for (const ended of [one, two]) await expect(ended.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(sessions).toHaveCount(1);
  for (const context of others) await context.close();
});

/** Gives a page an authenticator that confirms every request, as a phone or a security key would. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: false, hasUserVerification: true, isUserVerified: true } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  return session;
}

test('a passkey is added from the profile, signs in as second step, and a recovery code replaces it', async ({
  page,
  signInByPassword,
  running,
  watch,
}) => {
  watch.allow(/status of 401/);
  const { email, password } = running.credentials('viewer');
  const authenticator = await addAuthenticator(page);
  await signInByPassword(page, 'viewer');
  await page.goto('/settings/profile');
  await page.getByRole('region', { name: 'Two-step sign-in' }).getByRole('link', { name: 'Set up' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  const codes = await page.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have stored the codes' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This passkey is added already.');
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Passkey');

  const toSecondStep = async (): Promise<void> => {
    await page.goto('/logout');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  };
  await toSecondStep();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  // Without the authenticator the page says what to do, and a recovery code signs in.
  await toSecondStep();
  await authenticator.send('WebAuthn.disable');
  await page.getByLabel('Recovery code').fill('wrong-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').first()).toHaveText('This code is wrong or was used already. Enter the next one.');
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  // The other tests sign in without a second step.
  await running.cli('users', 'reset-second-factor', email);
});
