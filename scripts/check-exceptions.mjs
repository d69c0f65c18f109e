// Refuses comments in web code that switch lint rules off. It is no lint rule, because such a comment would switch it off as well.
// A callback that an effect must not depend on goes through useEffectEvent.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const FOLDERS = ['host', 'shared', 'remotes'];
const EXCEPTION = /\/[/*]\s*(?:eslint|oxlint)(?:-(?:disable|enable)|\s)/;

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
);
for (const file of files) {
  if (!/\.tsx?$/.test(file) || /(?:^|[/\\])(?:node_modules|dist)[/\\]/.test(file)) continue;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.findIndex((text) => EXCEPTION.test(text)) + 1;
  if (line === 0) continue;
  process.exitCode = 1;
  console.error(`${file.split(sep).join('/')}:${line}: Web code has no exceptions from lint rules. Mend what the rule reports.`);
}
