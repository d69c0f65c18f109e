import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsFile } from './write-operations';

/** `CAM_WRITE_DOCS=1` writes the file. */
it('operations.ts has every call that an API token may make', () => {
  const file = join(__dirname, 'operations.ts');
  if (process.env.CAM_WRITE_DOCS) writeFileSync(file, operationsFile());
  expect(readFileSync(file, 'utf8')).toBe(operationsFile());
});
