import { renderMarkdown } from './markdown';

const render = (source: string): string => renderMarkdown(source, (target) => (target === 'gone.md' ? null : `/help/${target}`)).html;

test('a page has its title, anchors as on code hosting sites, and the words of each section', () => {
  const page = renderMarkdown(
    '# Query *language*\n\nFinds **access**.\n\n## Clauses & order\n\nA `with` clause.\n\n## Clauses & order\n',
    () => null,
  );
  expect(page.title).toBe('Query language');
  expect(page.html).toContain('<h2 id="clauses--order">Clauses &#38; order</h2>');
  expect(page.html).toContain('id="clauses--order-1"');
  expect(page.sections).toEqual([
    { id: 'query-language', title: 'Query language', text: 'Finds access .' },
    { id: 'clauses--order', title: 'Clauses & order', text: 'A with clause.' },
    { id: 'clauses--order-1', title: 'Clauses & order', text: '' },
  ]);
});

test('lists nest, keep their paragraphs and code, and end before the next paragraph', () => {
  expect(render('- one\n  - inner\n- two\n  words\n\nAfter')).toBe(
    '<ul><li>one<ul><li>inner</li></ul>\n</li><li>two words</li></ul>\n<p>After</p>\n',
  );
  expect(render('1. first\n2. second')).toBe('<ol><li>first</li><li>second</li></ol>\n');
});

test('tables keep escaped bars inside a cell', () => {
  expect(render('| a | b |\n| - | - |\n| `x \\| y` | 2 |')).toContain('<td><code>x | y</code></td><td>2</td>');
});

test('code keeps blank lines and shows markup as text', () => {
  expect(render('    one <a>\n\n    two\n\nText')).toBe('<pre tabindex="0"><code>one &#60;a&#62;\n\ntwo</code></pre>\n<p>Text</p>\n');
  expect(render('```sh\n# no heading\n```')).toBe('<pre tabindex="0"><code># no heading</code></pre>\n');
  expect(render('`**`not bold`**` and <b>')).toBe('<p><code>**</code>not bold<code>**</code> and &#60;b&#62;</p>\n');
});

test('links lead to the help, and a document that the help lacks leaves its words', () => {
  expect(render('[alerts](alerts.md) and [decision](gone.md), https://example.org/x.')).toBe(
    '<p><a href="/help/alerts.md">alerts</a> and decision, <a href="https://example.org/x">https://example.org/x</a>.</p>\n',
  );
});
