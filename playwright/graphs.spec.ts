import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { entityAddress, pageOf, TYPE_ICONS, type AccessRow, type Api, type RollUpGraph } from '@cam/contracts';
import { buildSync } from 'esbuild';
import type * as Drawing from './fixtures/drawing';
import { expect } from './support/console';
import { adminApi, test } from './support/demo-tenant';

test.describe.configure({ timeout: 600_000 });

/** The subjects of each kind whose graphs are laid out, spread over all of the demo company. */
const SUBJECTS = { identities: 70, objects: 40, networks: 20, paths: 60, alerts: 30 };

/** Searches whose results are drawn as a graph. */
const SEARCHES = [
  'user with-access object_store',
  'role with-access object_store for write',
  'any with-access keystore',
  'group with-access any',
  'user with-access any for admin',
  'ext_account|public_node with-access any',
];

/** Calls of entity pages, and the field of the answer with the facts. */
const SERVICES = {
  identities: ['identity-service', 'identity_info'],
  objects: ['objects-service', 'object_detail_info'],
  networks: ['network-service', 'network_detail_info'],
} as const;

type EntityRows = Api['GET /v1/graph-querymgr/entities']['answer'];
type Facts = Partial<Record<'roll_up_graph' | 'result_graph', RollUpGraph | null>>;

/** Returns so many elements of a list, at equal distances. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, index) => list[Math.floor(index * step)]).flatMap((one) => one ?? []);
}

/** Makes the layout of the console available to a page as `drawing`. */
async function loadDrawing(page: Page): Promise<void> {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, 'fixtures/drawing.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'drawing',
    alias: { '@cam/contracts': join(__dirname, '../contracts/src/index.ts') },
  });
  await page.evaluate(`${outputFiles[0]?.text}; globalThis.drawing = drawing; undefined`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

declare const drawing: typeof Drawing;

test('no label and no box covers another in any graph of the demo company', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  const graphs: Drawing.Drawn[] = [];
  for (const [kind, [service, field]] of Object.entries(SERVICES) as [keyof typeof SERVICES, (typeof SERVICES)[keyof typeof SERVICES]][]) {
    const types = Object.keys(TYPE_ICONS).filter((type) => pageOf(type) === kind);
    const uris: string[] = [];
    for (const type of types) {
      const { rows } = await api<EntityRows>(`/v1/graph-querymgr/entities?page_size=500&type=${type}`);
      uris.push(...rows.map(({ uri }) => uri));
    }
    expect(uris.length).toBeGreaterThan(20);
    for (const uri of spread(uris, SUBJECTS[kind]))
      for (const type of ['ROLL_UP_GRAPH', 'DATA_TYPE_GRAPH']) {
        const answer = await api<Record<string, Facts>>(`/v1/graph-querymgr/${service}?data_type=${type}&uri=${encodeURIComponent(uri)}`);
        const graph = answer[field]?.result_graph ?? answer[field]?.roll_up_graph;
        if (graph && graph.links.length > 0) graphs.push({ kind: 'entity', name: `${uri} ${type}`, graph });
      }
  }
  const found: AccessRow[] = [];
  for (const input of SEARCHES) {
    const { result_table: rows = [] } = await api<{ result_table?: AccessRow[] }>('/v1/graph-querymgr/autocomplete-user', {
      input,
      in_history: false,
    });
    graphs.push({ kind: 'rows', name: input, rows });
    found.push(...rows.filter(({ identity_uri: identity, resource_uri: resource }) => identity !== '' && resource !== ''));
  }
  for (const { identity_uri, resource_uri } of spread(found, SUBJECTS.paths)) {
    const pair = new URLSearchParams({ identity_uri, resource_uri });
    const { paths } = await api<Api['GET /v1/graph-querymgr/explain']['answer']>(`/v1/graph-querymgr/explain?${pair}`);
    graphs.push({ kind: 'paths', name: `${identity_uri} to ${resource_uri}`, paths });
  }
  const { alert_info_list: alerts } = await api<Api['GET /v1/intents/alerts']['answer']>('/v1/intents/alerts?limit=500');
  for (const { alert_id: id } of spread(alerts, SUBJECTS.alerts)) {
    const { alert_info_list: one } = await api<Api['GET /v1/intents/alerts']['answer']>(`/v1/intents/alerts?result_graph=true&alert_id=${id}`);
    if (one[0]?.result_graph) graphs.push({ kind: 'alert', name: `alert ${id}`, graph: one[0].result_graph });
  }

  await signIn(page, 'admin', '/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await loadDrawing(page);
  const result = await page.evaluate((all) => drawing.faultsOf(all), graphs);
  test.info().annotations.push({ type: 'graphs', description: `${result.graphs} graphs with ${result.boxes} boxes` });
  expect(result.faults.slice(0, 20)).toEqual([]);
  expect(result.graphs).toBeGreaterThan(250);
  expect(Object.fromEntries(['entity', 'paths', 'rows', 'alert'].map((kind) => [kind, graphs.some((one) => one.kind === kind)]))).toEqual({
    entity: true,
    paths: true,
    rows: true,
    alert: true,
  });
});

test('drawings of the page and exported pictures show labels in their boxes', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  await signIn(page, 'admin', '/dashboard');
  for (const type of ['USER', 'ROLE', 'OBJECT_STORE']) {
    const { rows } = await api<EntityRows>(`/v1/graph-querymgr/entities?page_size=3&type=${type}&sorted_field=risk&sorted_asc=false`);
    for (const { uri, name } of rows) {
      await page.goto(`${running.url}${entityAddress(uri)}?graph=single`);
      const picture = page.getByRole('region', { name: 'Access paths' }).locator('svg[role=presentation]');
      await expect(picture.locator('rect').nth(1)).toBeVisible();
      await loadDrawing(page);
      const { boxes, faults } = await picture.evaluate((svg) => drawing.faultsOfPicture(svg as SVGElement));
      expect(boxes, name).toBeGreaterThan(1);
      expect(faults, name).toEqual([]);
    }
  }
  await page.goto(`${running.url}/searchresult?query=user+with-access+object_store+for+read`);
  await page
    .getByRole('button', { name: /explain access of / })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('img', { name: /^Access paths from/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as SVG' }).click()]);
  const svg = readFileSync(await file.path(), 'utf8');
  // The file is shown without the font of the console, as elsewhere.
  await page.setContent(svg);
  await loadDrawing(page);
  const { boxes, faults } = await page.locator('svg').evaluate((element) => drawing.faultsOfPicture(element as SVGElement));
  expect(boxes).toBeGreaterThan(1);
  expect(faults).toEqual([]);
});
