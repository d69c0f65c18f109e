// Lints texts as if they were files at the given paths. Reads [{ path, text }] from stdin, and writes [[rule, ...], ...] to stdout.
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import { ROOT } from '../run-typescript.mjs';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const texts = JSON.parse(input);
// No project of the type checker holds these files, so they are checked on their own.
const projectService = {
  allowDefaultProject: [...new Set(texts.map(({ path }) => relative(ROOT, path)))],
  defaultProject: 'tsconfig.web.json',
  maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: texts.length,
};
const overrideConfig = { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parserOptions: { project: null, projectService } } };
const eslint = new ESLint({ cwd: ROOT, overrideConfig });
const rules = [];
for (const { path, text } of texts) {
  const [{ messages }] = await eslint.lintText(text, { filePath: path });
  rules.push(messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(rules));
