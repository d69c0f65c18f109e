import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagePage } from './language-page';

const FILE = join(__dirname, '../../../../docs/query-language.md');

it('docs/query-language.md matches the page generated from the vocabulary of the parser', () => {
  if (process.env.CAM_WRITE_DOCS) writeFileSync(FILE, languagePage());
  expect(readFileSync(FILE, 'utf8')).toBe(languagePage());
});
