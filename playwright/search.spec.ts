import { join } from 'node:path';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';

const DUMP = join(__dirname, 'fixtures/small-account.json');
const address = (query: string): string => `/searchresult?${new URLSearchParams({ query })}`;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ running }) => {
  await running.cli('import', DUMP, '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
});

test('a user edits a query word by word, runs it and creates a guardrail from it', async ({ page, signIn }) => {
  await signIn(page, 'admin', address('user'));
  const tile = page.getByRole('region', { name: 'Query Conditions' });
  await tile.getByRole('button', { name: 'IF:' }).click();
  for (const word of ['with-access', 'any']) {
    await tile.getByRole('combobox', { name: 'Condition' }).fill(word);
    await page
      .getByTitle(new RegExp(`^${word}`))
      .first()
      .click();
    await tile.getByRole('button', { name: 'ADD' }).click();
  }
  await expect(tile.getByText('Users that can access any resource.')).toBeVisible();
  await tile.getByRole('button', { name: 'REMOVE' }).click();
  await expect(tile.getByRole('button', { name: 'EXECUTE' })).toBeDisabled();
  await tile.getByRole('combobox', { name: 'Condition' }).fill('any');
  await page.getByTitle(/^any/).first().click();
  await tile.getByRole('button', { name: 'ADD' }).click();
  await tile.getByRole('button', { name: 'EXECUTE' }).click();
  await expect(page.getByRole('heading', { name: 'Result for: "user with-access any"' })).toBeVisible();

  await page.getByRole('button', { name: 'CREATE GUARDRAIL RULE' }).click();
  const dialog = page.getByRole('dialog', { name: 'CREATE GUARDRAIL QUERY' });
  await dialog.getByRole('button', { name: 'Create Guardrail' }).click();
  await expect(page.getByText('Guardrail name should not be empty')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Everything that users reach');
  await dialog.getByRole('button', { name: 'Create Guardrail' }).click();
  await expect(dialog).toBeHidden();
});

test('a search result opens as graph and list, is shared and saved, and explains an empty result', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin', address('user nora.lind with-access object_store payroll'));
  await page.getByRole('button', { name: 'Explain access of nora.lind to payroll' }).click();
  const graph = page.getByRole('region', { name: 'Access paths from nora.lind to payroll' });
  await expect(graph.getByRole('img', { name: /\d+ nodes and \d+ links/ })).toBeVisible();
  await graph.getByRole('button', { name: 'List' }).click();
  await expect(graph.getByRole('listitem').first()).toContainText('nora.lind');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copy link').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Nora on payroll');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.goto('/dashboard');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Explain access of nora.lind to payroll' })).toBeVisible();
  await page.getByRole('button', { name: 'Show searches' }).click();
  await page.getByRole('button', { name: 'Edit search Nora on payroll' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit search' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('Audit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Audit' }).getByRole('link', { name: 'Nora on payroll' })).toBeVisible();

  await page.goto(address('user nora.lind with-access object_store payroll via group nobody'));
  await expect(page.getByText('Nothing matches "via group nobody".')).toBeVisible();
  await page.getByRole('link', { name: 'Search without it' }).click();
  await expect(page.getByRole('button', { name: 'Explain access of nora.lind to payroll' })).toBeVisible();
});

test('a result row opens its policies, the search marks an invalid word, and a notice shows partial results', async ({ page, signIn, cam }) => {
  await signIn(page, 'admin', address('user nora.lind with-access object_store payroll'));
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('heading', { name: 'Result for: "user nora.lind with-access object_store payroll"' })).toBeVisible();
  await page.getByRole('button', { name: 'Policies that grant nora.lind access to payroll' }).click();
  const policies = page.getByRole('list', { name: 'Policies that grant nora.lind access to payroll' });
  await policies.getByRole('button').first().click();
  await expect(page.getByRole('dialog').locator('pre')).toContainText('"Statement"');
  await page.keyboard.press('Escape');

  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('user with-access banana and more');
  await expect(page.getByRole('option', { name: 'INVALID INPUT' })).toBeVisible();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('search').locator('u')).toHaveText('banana');
  await expect(page.getByText(/Expected: a type, any/)).toBeVisible();
  await box.fill('user with-access any via ');
  await expect(page.getByRole('option', { name: /^policy a document/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /^network_node/ })).toBeHidden();
  await box.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^any/);
  await box.press('Tab');
  await expect(box).toHaveValue('user with-access any via any ');
  // Tab before the suggestions arrive takes the first one once they are there, and never an older one.
  await box.fill('user with-ac');
  await box.press('Tab');
  await expect(box).toHaveValue('user with-access ');
  await trail.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Result search query' })).toBeVisible();

  // This account has no log, so nothing is known about use.
  await page.goto(address('user with-access any with-usage never'));
  const notice = page.getByRole('alert').filter({ hasText: 'Displaying Partial Results' });
  await expect(notice).toContainText('Missing Analytics, try again later once analytics has completed');
  // The command line says so too, beside the file that it writes.
  const { stdout, stderr } = await cam('query', 'user with-access any with-usage never', '--csv');
  expect(stderr).toContain('Displaying Partial Results: Missing Analytics, try again later once analytics has completed');
  expect(stdout).toMatch(/^"IDENTITY TYPE",/);
  await page.getByRole('combobox', { name: 'Search' }).fill('user');
  await page.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Total Access Paths' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('the search session closes on another search, on leaving the page and on closing the tab', async ({ page, context, signIn, running, cam }) => {
  await signIn(page, 'admin');
  const opened = new Set<string>();
  const closed = new Set<string>();
  context.on('request', (request) => {
    if (request.url().endsWith('/close-session')) closed.add((request.postDataJSON() as { session_id: string }).session_id);
  });
  context.on('response', (response) => {
    if (!response.url().endsWith('/autocomplete-user')) return;
    void response.json().then(
      ({ session_id: id }: { session_id: string | null }) => id && opened.add(id),
      () => undefined,
    );
  });
  await page.goto(address('user with-access any'));
  await expect(page.getByText('Total Access Paths')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('role');
  await page.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Result for: "role"' })).toBeVisible();
  await expect(page.getByText('Total Access Paths')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => [opened.size, closed.size]).toEqual([2, 2]);
  // The user leaves while the query runs: the session that opens afterwards is closed as well.
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/autocomplete-user', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await page.goto(address('group'));
  await expect(page.getByRole('status', { name: 'Running the query' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Result for: "group"' })).toBeHidden();
  arrive();
  await expect.poll(() => [opened.size, closed.size]).toEqual([3, 3]);
  await page.unroute('**/autocomplete-user');
  await page.goto(address('user'));
  await expect(page.getByText('Total Access Paths')).toBeVisible();
  await expect.poll(() => opened.size).toBe(4);
  const [left] = [...opened].filter((id) => !closed.has(id));
  const { email } = running.credentials('admin');
  const { stdout } = await cam('token', '--user', email);
  const nextPageStatus = async (): Promise<number> => {
    const response = await fetch(`${running.url}/v1/graph-querymgr/autocomplete-user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'user', session_props: { session_id: left, is_next: true } }),
    });
    return response.status;
  };
  expect(await nextPageStatus(), 'the session is open but has no next page').toBe(409);
  await page.close({ runBeforeUnload: true });
  await expect.poll(nextPageStatus, 'the session is closed').toBe(404);
});

test('the search box finds names, reads questions, and completes a word in the middle', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/identities');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.click();
  await expect(page.getByRole('group', { name: 'Examples' }).getByRole('option').first()).toBeVisible();

  await box.fill('payroll');
  await expect(
    page
      .getByRole('group', { name: 'Names' })
      .getByRole('option', { name: /payroll/ })
      .first(),
  ).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/objects\//);

  await box.fill('who can read payroll?');
  await expect(page.getByRole('group', { name: 'Questions' }).getByRole('option')).toContainText('any with-access object_store payroll for read');
  await expect(page.getByRole('list', { name: 'How the words were read' })).toContainText('read');
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'Result for: "any with-access object_store payroll for read"' })).toBeVisible();

  await box.fill('user with-acc any');
  for (const _letter of ' any') await box.press('ArrowLeft');
  // Suggestions for the end of the text are no longer those of the caret.
  await box.press('Tab');
  await expect(box).toHaveValue('user with-access any');

  await box.fill('user with-access object_store for read with-attribute public true');
  await page.getByRole('button', { name: /^Use user with-access/ }).click();
  await expect(box).toHaveValue('user with-access object_store with-attribute public true for read');
});

test('a change of a user is tried on its page, and the verdict names what it would gain', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/identities/demo/AWS/111122223333/-/USER/nora.lind/');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Try a change' }).click();
  const drawer = page.getByRole('dialog', { name: 'Try a change of nora.lind' });
  await drawer.getByRole('combobox', { name: 'Change' }).click();
  await page.getByTitle('Attach a managed policy').click();
  await drawer.getByRole('button', { name: 'Try change' }).click();
  await expect(drawer.getByRole('region', { name: 'Gained' }).getByRole('listitem').first()).toContainText('nora.lind');
  await expect(drawer.getByRole('region', { name: 'Guardrails' })).toContainText('would raise 1 alert');
  expect(await violations(page, '[aria-label="Verdict"]')).toEqual([]);
});

test('the access of an explanation is cut: the plans name their changes and costs, and leave alone what has to stay', async ({ page, signIn }) => {
  await signIn(page, 'admin', address('user nora.lind with-access object_store payroll'));
  await page.getByRole('button', { name: 'Explain access of nora.lind to payroll' }).click();
  await page.getByRole('button', { name: 'Cut this access' }).click();
  const drawer = page.getByRole('dialog', { name: /^Cut the access of nora\.lind to / });
  const plan = drawer.getByRole('region', { name: 'Plan 1' });
  await expect(plan).toContainText('Lost in all');
  expect(await violations(page, '.ant-drawer-body')).toEqual([]);
  await plan.getByRole('button', { name: 'Show effect of plan 1' }).click();
  await expect(plan.getByRole('region', { name: 'Verdict' })).toContainText('nora.lind');
  const [download] = await Promise.all([page.waitForEvent('download'), plan.getByRole('button', { name: 'Download changes of plan 1' }).click()]);
  expect(download.suggestedFilename()).toBe('change-set.json');
  const keep = plan.getByRole('button', { name: /^Keep this: / }).first();
  const name = ((await keep.getAttribute('aria-label')) ?? '').replace('Keep this: ', '');
  await keep.click();
  await expect(drawer.getByRole('list', { name: 'Elements that stay' })).toContainText(`${name} stays.`);
  await expect(plan.or(drawer.getByText(/^No plan ends/)).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: `Keep this: ${name}`, exact: true })).toHaveCount(0);
});

test('all access that a search finds is cut at once', async ({ page, signIn }) => {
  await signIn(page, 'admin', address('user with-access object_store payroll'));
  await page.getByRole('button', { name: 'Cut all access' }).click();
  const drawer = page.getByRole('dialog', { name: 'Cut the access of this result' });
  await expect(drawer.getByRole('region', { name: 'Plan 1' })).toContainText('Lost in all');
  await expect(drawer).toContainText(/plans? ends? /);
  expect(await violations(page, '.ant-drawer-body')).toEqual([]);
});
