// Lints texts as if they were files at the given paths. Reads [{ path, text }] from stdin, and writes [[rule, ...], ...] to stdout.
// With --types, also by the rules that need the type checker, which takes three times as long.
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
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
const typed = { languageOptions: { parserOptions: { project: null, projectService } } };
const untyped = { ...tseslint.configs.disableTypeChecked, languageOptions: { parserOptions: { project: null } } };
const overrideConfig = { files: ['**/*.ts', '**/*.tsx'], ...(process.argv.includes('--types') ? typed : untyped) };
const eslint = new ESLint({ cwd: ROOT, overrideConfig });
const rules = [];
for (const { path, text } of texts) {
  const [{ messages }] = await eslint.lintText(text, { filePath: path });
  rules.push(messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(rules));
