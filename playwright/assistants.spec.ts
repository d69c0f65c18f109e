import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

/** A request of an assistant that registered itself, with the verifier of its code. The answer goes to a page of the console that does not exist. */
async function request(url: string) {
  const redirect = new URL('/assistant-callback', url);
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk assistant', redirect_uris: [redirect.href] }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const address = `/connect-assistant?${new URLSearchParams({
    ...{ client_id, redirect_uri: redirect.href, response_type: 'code', state: 'the state', resource: `${url}/v1/mcp` },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
  })}`;
  const exchange = { grant_type: 'authorization_code', client_id, redirect_uri: redirect.href, code_verifier: verifier };
  return { address, redirect, exchange };
}

/** Answers for the assistant, which would listen there. @returns the answers that the browser brings */
async function listen(page: Page, redirect: URL): Promise<URLSearchParams[]> {
  const brought: URLSearchParams[] = [];
  await page.route(`${redirect.href}*`, async (route) => {
    brought.push(new URL(route.request().url()).searchParams);
    await route.fulfill({ contentType: 'text/html', body: '<h1>The assistant goes on</h1>' });
  });
  return brought;
}

test('a user connects an assistant after the sign-in, sees it in the list and ends it', async ({ page, running, signIn }) => {
  await signIn(page, 'admin', '/settings/tokens');
  await page.getByRole('switch', { name: 'Allow assistants' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Allow', exact: true }).click();
  await expectToast(page, 'Assistants are allowed in this tenant.');

  const { address, redirect, exchange } = await request(running.url);
  const brought = await listen(page, redirect);
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(address);
  const { email, password } = running.credentials('admin');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  const form = page.getByRole('region', { name: /“Desk assistant” asks for access/ });
  await expect(form).toContainText(email);
  await expect(form).toContainText(`${redirect.host}, a program on this computer`);
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  await form.getByRole('checkbox', { name: 'Read guardrails' }).uncheck();
  await form.getByRole('button', { name: 'Allow access' }).click();
  await expect(page.getByRole('heading', { name: 'The assistant goes on' })).toBeVisible();
  expect(brought[0]?.get('state')).toBe('the state');

  const answer = await fetch(`${running.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...exchange, code: brought[0]?.get('code') ?? '' }),
  });
  expect(await answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'cam:general:read cam:alerts:read' });

  await page.goto('/settings/tokens');
  await expect(page.getByRole('row', { name: /Desk assistant/ })).toContainText(`Assistant at ${redirect.host}`);
  await page.getByRole('button', { name: 'Revoke Desk assistant' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Revoke', exact: true }).click();
  await expectToast(page, 'Revoked Desk assistant.');
});

test('a user refuses an assistant, and one whose address is not its own learns nothing', async ({ page, running, signIn, watch }) => {
  watch.allow(/422 \(Unprocessable Entity\)/);
  const { address, redirect } = await request(running.url);
  const brought = await listen(page, redirect);
  await signIn(page, 'admin', address);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { name: 'The assistant goes on' })).toBeVisible();
  expect([brought[0]?.get('error'), brought[0]?.get('code')]).toEqual(['access_denied', null]);

  const forged = new URL(address, running.url);
  forged.searchParams.set('redirect_uri', 'https://attacker.example/');
  await page.goto(forged.href);
  await expect(page.getByRole('heading', { name: 'This assistant cannot be connected' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return to the assistant' })).toHaveCount(0);

  const wrong = new URL(address, running.url);
  wrong.searchParams.set('scope', 'cam:general:write');
  await page.goto(wrong.href);
  await page.getByRole('button', { name: 'Return to the assistant' }).click();
  await expect(page.getByRole('heading', { name: 'The assistant goes on' })).toBeVisible();
  expect(brought[1]?.get('error')).toBe('invalid_scope');
});

test('no other page can frame the question', async ({ running }) => {
  const { address } = await request(running.url);
  const { headers } = await fetch(new URL(address, running.url));
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
