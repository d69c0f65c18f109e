import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LISTED_DIGESTS } from '@cam/contracts/server';

/** A text to replace in all files of a copied release. */
export type Change = readonly [from: string, to: string];

/**
 * Copies a built release as another version, with changes, which is much faster than building it again. Digests, and file names that carry one, follow the
 * changed files, so the registry accepts the copy.
 */
export function makeRelease(from: string, to: string, version: string, changes: readonly Change[] = []): string {
  const { version: before } = JSON.parse(readFileSync(join(from, 'remote.json'), 'utf8')) as { version: string };
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const inNames = (text: string): string => text.replace(/[^a-zA-Z0-9]/g, '_');
  const all: Change[] = [[before, version], [`_${inNames(before)}`, `_${inNames(version)}`], ...changes];
  const renamed: Change[] = [];
  const redigested: Change[] = [];
  for (const file of filesBelow(to)) {
    // The compressed copies hold the old files, and the source maps describe them.
    if (/\.(br|gz|map)$/.test(file) || file.endsWith('integrity.json')) rmSync(file);
    else if (/\.(js|json|css)$/.test(file)) {
      const was = readFileSync(file, 'utf8');
      const is = replaced(was, all);
      const [, name] = DIGEST_IN_NAME.exec(file) ?? [];
      writeFileSync(file, is);
      if (is !== was) redigested.push([base64Of(was), base64Of(is)]);
      if (name && is !== was) renamed.push([name, createHash('sha256').update(is).digest('hex').slice(0, name.length)]);
    }
  }
  // The entry alone names these files and lists their digests.
  for (const file of filesBelow(to).filter((path) => path.endsWith('remoteEntry.js')))
    writeFileSync(file, replaced(readFileSync(file, 'utf8'), [...renamed, ...redigested]));
  for (const file of filesBelow(to)) if (replaced(file, renamed) !== file) renameSync(file, replaced(file, renamed));
  const manifest = join(to, 'mf-manifest.json');
  const listed = Object.fromEntries(
    filesBelow(to)
      .filter((file) => !file.endsWith('.json'))
      .map((file) => [relative(to, file), digestOf(file)]),
  );
  writeFileSync(manifest, JSON.stringify({ ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), [LISTED_DIGESTS]: listed }));
  const digests = filesBelow(to).map((file) => [relative(to, file), digestOf(file)]);
  writeFileSync(join(to, 'integrity.json'), JSON.stringify(Object.fromEntries(digests), null, 2));
  return to;
}

function digestOf(file: string): string {
  return `sha384-${base64Of(readFileSync(file))}`;
}

function base64Of(content: string | Buffer): string {
  return createHash('sha384').update(content).digest('base64');
}

const DIGEST_IN_NAME = /\.([0-9a-f]{12})\.\w+$/;

function replaced(text: string, changes: readonly Change[]): string {
  return changes.reduce((now, [from, to]) => now.replaceAll(from, to), text);
}

function filesBelow(path: string): string[] {
  return readdirSync(path)
    .map((name) => join(path, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]));
}
