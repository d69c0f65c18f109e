import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarball } from './tarball';

it('packs files that tar unpacks unchanged, the same bytes in every sequence', () => {
  const long = `types/${'folder-'.repeat(12)}/${'name-'.repeat(10)}.d.ts`;
  const files = new Map([
    ['package.json', '{}'],
    ['bin/run.mjs', '#!/usr/bin/env node\n'],
    [long, 'é'.repeat(600)],
  ]);
  const packed = packTarball(files, ['bin/run.mjs']);
  expect(packTarball(new Map([...files].reverse()), ['bin/run.mjs']).equals(packed)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'cam-tarball-'));
  try {
    writeFileSync(join(folder, 'x.tgz'), packed);
    execFileSync('tar', ['-xzf', 'x.tgz'], { cwd: folder });
    for (const [path, text] of files) expect(readFileSync(join(folder, 'package', path), 'utf8')).toBe(text);
    expect(statSync(join(folder, 'package/bin/run.mjs')).mode & 0o111).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('refuses a path that no archive can hold', () => {
  expect(() => packTarball(new Map([['x'.repeat(101), '']]))).toThrow('too long for a package');
});
