import { join } from 'node:path';
import { helpFiles } from './help-pages';

const files = helpFiles(join(__dirname, '../../..'), '1.2.3');
const pages = [...files].filter(([name]) => name.endsWith('.html')).map(([name, content]) => ({ name, html: content.toString() }));

/** Returns whether an address of the help leads to a page, and to an anchor of it. */
function exists(address: string): boolean {
  const [path = '', anchor] = address.split('#');
  const name = path.replace(/^\/help\/?/, '') || 'index';
  const target = files.get(name) ?? files.get(`${name}.html`);
  return target !== undefined && (anchor === undefined || target.toString().includes(`id="${anchor}"`));
}

test('every link between the pages of the help leads to a page and a heading that exist', () => {
  const broken = pages.flatMap(({ name, html }) =>
    [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
      .map(([, target = '']) => (target.startsWith('#') ? `/help/${name.replace('.html', '')}${target}` : target))
      .filter((target) => target.startsWith('/help') && !exists(target))
      .map((target) => `${name}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('a link names the page that it leads to, not its file', () => {
  expect(pages.filter(({ html }) => /\.md<\/a>/.test(html)).map(({ name }) => name)).toEqual([]);
  expect(files.get('console.html')?.toString()).toContain('<a href="/help/query-language">The query language</a>');
});

test('every page names the version, and every found section exists', () => {
  for (const { html } of pages) expect(html).toContain('Version 1.2.3');
  const index = JSON.parse(files.get('search.json')?.toString() ?? '') as [string, string, string, string][];
  expect(index.filter(([address]) => !exists(address))).toEqual([]);
  expect(index.some(([address, , title]) => address.startsWith('/help/query-language#') && title !== '')).toBe(true);
});
