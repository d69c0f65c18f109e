// Lints texts as if they were files at the given paths. Reads [{ path, text }] from stdin, and writes [[rule, ...], ...] to stdout.
import { ESLint } from 'eslint';
import { ROOT } from '../run-typescript.mjs';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const eslint = new ESLint({ cwd: ROOT });
const rules = [];
for (const { path, text } of JSON.parse(input)) {
  const [{ messages }] = await eslint.lintText(text, { filePath: path });
  rules.push(messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(rules));
