import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './support/console';
import { test } from './support/demo-tenant';
import { picture, TAKES_PICTURES } from './support/pictures';
import { indentedLines, runInShell } from './support/shell';

/** The tests of this file change the tenant, so no other test shares their CAM. */
test.use({ alone: 'story', actionTimeout: 60_000 });
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const DANA = 'dana.osterman@pixelwright.example';
const GUARDRAIL = 'Guests have administrator access';
const PROGRAM = /^(?:npm|export|perl|curl|node) /;
/** Files and folders that the page makes. */
const MADE = /\b(?:(?:access|open|closed|change-set|keys)\.json|cam-verify\.mjs|kestrel-harbor)\b/g;

/** The commands of docs/from-alert-to-proof.md, unchanged, by the title of their section. */
function commandsOf(section: string): string[] {
  const titles = ['', 'The alert', 'The cut', 'The pull request', 'The change', 'The proof'];
  const text = indentedLines('from-alert-to-proof.md', /^## /m)[titles.indexOf(section)] ?? '';
  return text.split('\n').filter((line) => PROGRAM.test(line));
}

async function openAlert(page: Page, show = ''): Promise<Locator> {
  await page.goto(`/alerts?search=${encodeURIComponent(GUARDRAIL)}${show}`);
  await page.getByRole('button', { name: `Details of ${DANA}: ${GUARDRAIL}` }).click();
  const drawer = page.getByRole('dialog', { name: GUARDRAIL });
  await expect(drawer.getByRole('region', { name: `Access paths of ${DANA}` }).getByRole('img')).toBeVisible();
  return drawer;
}

test('the pictures of the README are taken', async ({ page, signIn }) => {
  test.skip(!TAKES_PICTURES, 'CAM_DOC_PICTURES=1 takes them');
  await signIn(page, 'admin', '/dashboard');
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible();
  await picture(page, 'dashboard');
  await page.goto(`/searchresult?${new URLSearchParams({ query: 'user svc-legacy-exporter with-access object_store for write' })}`);
  await page
    .getByRole('button', { name: /explain access of svc-legacy-exporter to /i })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Path 1' })).toContainText('AmazonS3FullAccess');
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Access paths from / })).toBeVisible();
  await picture(page, 'access-explained');
});

test('docs/from-alert-to-proof.md tells what happens: its commands work in order, and the console shows each step', async ({
  page,
  running,
  signIn,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cam-story-'));
  const exported: string[] = [];
  /** Runs a command as it stands, with its files in a folder of the test. */
  const run = async (text: string, code = 0): Promise<string> => {
    const command = text.replace(MADE, (name) => join(folder, name)).replace('http://localhost:8080', running.url);
    if (command.startsWith('export ')) exported.push(command);
    const ran = await runInShell([...exported, command].join('\n'), { CAM_DATA: running.dataDir });
    expect(ran.code, `${command}\n${ran.output}`).toBe(code);
    return ran.output;
  };
  const runAll = async (section: string): Promise<string[]> => {
    const outputs: string[] = [];
    for (const command of commandsOf(section)) outputs.push(await run(command));
    return outputs;
  };
  try {
    await signIn(page, 'admin');
    const alert = await openAlert(page);
    await picture(page, 'story-alert');
    const [, , , open] = await runAll('The alert');
    expect(open).toContain('may take resourcemanager.projects.update on projects/kestrel-lake-dev');

    await alert.getByRole('button', { name: `Explain access of ${DANA} to Lake dev` }).click();
    await page.getByRole('button', { name: 'Cut this access' }).click();
    const plan = page.getByRole('dialog', { name: /^Cut the access of / }).getByRole('region', { name: 'Plan 1' });
    await expect(plan).toContainText(`Remove the role roles/editor of ${DANA} on kestrel-lake-dev`);
    await picture(page, 'story-cut');
    const [cut] = await runAll('The cut');
    expect(cut).toContain('9 ways');
    expect(cut).toContain('Ends 81 accesses in all, of these in use 0, use unknown 16.');

    const [tooMuch = '', right = ''] = commandsOf('The pull request');
    const failed = await run(tooMuch, 1);
    expect(failed).toContain('### CAM: FAIL');
    expect(failed).toContain('rows would lose access that is in use');
    const passed = await run(right);
    expect(passed).toContain('### CAM: PASS');
    expect(passed.replaceAll('\\', '')).toContain('| kestrel-lake-dev | 0 | 81 | 0 | 16 | 0 |');

    await runAll('The change');
    await expect(async () => {
      await page.goto(`/alerts?search=${encodeURIComponent(GUARDRAIL)}&show=ALERT_ALL`);
      await expect(page.getByRole('row', { name: new RegExp(`${DANA}.*Closed|Closed.*${DANA}`) })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await picture(page, 'story-closed');

    const proofs = await runAll('The proof');
    expect(proofs.slice(-2).map((output) => output.match(/^(?:Replay|Signature): .*$/gm))).toEqual(
      [0, 1].map(() => ['Replay: valid. The claim follows from the facts.', 'Signature: valid. The holder of the key said so.']),
    );
    expect(proofs.at(-1)).toContain('not allowed by any binding');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
