import { adf, markdown, plainText, wiki } from './markup';
import { detailOf } from './products/call';
import type { Block } from './template';

/** Names that a cloud allows, and that mean something in a ticket system. */
const HOSTILE = '@everyone /close #12 [x](https://evil.example) <img src=x> [~admin] {html}*a* [code]<b>[/code] www.evil.example';
const blocks = (text: string): Block[] => [
  { kind: 'heading', text },
  { kind: 'text', text },
  { kind: 'list', items: [{ text, url: 'https://cam.example/alerts?alert=a' }, { text: `/close ${text}` }] },
];

it('Markdown has no mentions, links, references, HTML or quick actions but those of CAM', () => {
  const written = markdown(blocks(HOSTILE));
  expect(written.match(/\]\([^)]*\)/g)).toEqual(['](https://cam.example/alerts?alert=a)']);
  expect(written).not.toMatch(/[@<>{}*[]everyone|[<>{}*]|\/close/);
  const shown = written.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
  expect(shown).not.toMatch(/@everyone|#12|https:\/\/evil|www\.evil/);
  expect(written.split('\n').every((line) => line === '' || /^(### |- )?&#|^[^/]/.test(line))).toBe(true);
});

it('wiki markup escapes every sign with a meaning', () => {
  const written = wiki(blocks(HOSTILE));
  expect(written).not.toMatch(/(?<!\\)[{}~*@](?!\s)|(?<!\\)\[(?!\\@everyone)/);
  expect(written).toContain('|https://cam.example/alerts?alert=a]');
});

it('a document of Jira has names as text nodes', () => {
  const texts = JSON.stringify(adf(blocks(HOSTILE)));
  expect(texts).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  expect(texts.match(/"href"/g)).toHaveLength(1);
});

it('plain text has no tags that ServiceNow shows as HTML', () => {
  expect(plainText(blocks(HOSTILE))).not.toMatch(/\[\/?code\]/i);
});

it.each([
  [{ errorMessages: ['Not allowed'], errors: { summary: 'You must specify a summary.' } }, 'Not allowed. summary: You must specify a summary.'],
  [
    { message: 'Validation Failed', errors: [{ resource: 'Issue', code: 'missing_field', field: 'title' }] },
    'Validation Failed. title: missing_field',
  ],
  [{ message: { title: ["can't be blank"] } }, "title: can't be blank"],
  [{ error: 'insufficient_scope', error_description: 'x' }, 'insufficient_scope'],
  [{ error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret.' }, 'invalid_client. AADSTS7000215: Invalid client secret.'],
  [{ error: { message: 'No Record found', detail: 'ACL restricts it' }, status: 'failure' }, 'No Record found: ACL restricts it'],
  [null, ''],
])('the reason in %j is %j', (json, reason) => {
  expect(detailOf(json)).toBe(reason);
});
