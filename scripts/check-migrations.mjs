// node scripts/check-migrations.mjs: holds the migrations that have landed as they are. `landed.json` lists each migration with the hash of its file. The check
// refuses a file that differs from its hash, and a list that changes or lacks an entry of the main branch.
//   --write        enters new migrations into the list, and those that changed before they landed
//   --base=COMMIT  compares with this commit instead of the main branch, for example with the one before a push to it
//   --root=FOLDER  checks another working tree
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git, landedCommits } from './lint/landed-commits.mjs';

const FOLDER = 'server/src/platform/db/migrations';
const LIST = `${FOLDER}/landed.json`;
/** A migration must never derive anything from code that goes on to change. */
const ALLOWED_IMPORT = /^import (type )?\{[^}]*\} from 'kysely';$/;

const arg = (name) => process.argv.find((one) => one.startsWith(`--${name}`));
const root = resolve(arg('root=')?.slice('--root='.length) ?? fileURLToPath(new URL('..', import.meta.url)));
const problems = [];

const files = new Map(
  readdirSync(join(root, FOLDER))
    .filter((file) => /^\d.*\.ts$/.test(file))
    .sort()
    .map((file) => [file, readFileSync(join(root, FOLDER, file), 'utf8')]),
);
const present = Object.fromEntries([...files].map(([file, text]) => [file, createHash('sha256').update(text).digest('hex')]));

for (const [file, text] of files) {
  const imports = text.split('\n').filter((line) => /^import\b|\brequire\(|\bimport\(|^export .* from /.test(line));
  for (const line of imports) if (!ALLOWED_IMPORT.test(line)) problems.push(`${file} may import from kysely alone: ${line.trim()}`);
}

const landed = landedLists();
for (const { commit, list } of landed) {
  const last = Object.keys(list).sort().at(-1) ?? '';
  for (const [file, hash] of Object.entries(list)) {
    if (present[file] === undefined) problems.push(`${file} has landed (${commit}) and must stay. Restore it.`);
    else if (present[file] !== hash)
      problems.push(`${file} has landed (${commit}) and must not change. Restore it, and correct it with a new migration.`);
  }
  for (const file of files.keys())
    if (list[file] === undefined && file < last)
      problems.push(`${file} must come after ${last}, which has landed (${commit}). Give it a later timestamp.`);
}

if (arg('write') && problems.length === 0) writeFileSync(join(root, LIST), `${JSON.stringify(present, null, 2)}\n`);
const listed = readList(() => readFileSync(join(root, LIST), 'utf8'));
if (problems.length === 0) {
  for (const file of new Set([...Object.keys(present), ...Object.keys(listed)]))
    if (present[file] !== listed[file])
      problems.push(
        `${file} is not as ${LIST} lists it. Restore it if it has landed; otherwise run node scripts/check-migrations.mjs --write and commit the list.`,
      );
}

for (const problem of problems) console.error(problem);
if (landed.length === 0) console.log(`There is no history to compare with: ${files.size} migrations were compared with ${LIST} alone.`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Returns the lists of the landed commits. */
function landedLists() {
  return landedCommits(root, arg('base=')?.slice('--base='.length)).flatMap((commit) => {
    const text = git(root, 'show', `${commit}:${LIST}`);
    return text === null ? [] : [{ commit, list: readList(() => text) }];
  });
}

function readList(read) {
  try {
    return JSON.parse(read());
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}
