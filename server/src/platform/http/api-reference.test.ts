import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReference } from './api-reference';

const FILE = join(__dirname, '../../../../docs/api-reference.md');

it('docs/api-reference.md matches the page generated from the contracts', () => {
  if (process.env.CAM_WRITE_DOCS) writeFileSync(FILE, apiReference());
  expect(readFileSync(FILE, 'utf8')).toBe(apiReference());
});
