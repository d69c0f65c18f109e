import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { invertedSentence } from './scripts/lint/inverted-sentence.mjs';
import { tableOwner } from './scripts/lint/table-owner.mjs';

const ROOT = dirname(fileURLToPath(import.meta.url));
const foldersBelow = (path) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'server/test/**', 'playwright/**'];
const antd = {
  group: ['antd', 'antd/*', '@ant-design/icons', '@ant-design/icons/*', '@ant-design/cssinjs', '@ant-design/charts', '@ant-design/plots'],
  message: 'Take components, icons and charts from @cam/ui: it is the one copy that the theme reaches.',
};
const serverContracts = {
  group: ['@cam/contracts/server'],
  message: 'It pulls the schema library into the browser. Take types and small tables from @cam/contracts.',
};
const host = {
  group: ['@cam/platform/host'],
  message: 'Session, flags and account filter are written by the host alone. Read them through @cam/platform.',
};
const server = { group: ['@cam/server', '@cam/server/*', '**/server/src/**'], message: 'The server is reached by HTTP, through callApi and useApi.' };
const hostCode = { group: ['@cam/host', '@cam/host/*', '**/host/src/**'], message: 'Nothing stands above the host.' };
const anyRemote = {
  group: ['@cam/remote-*', '**/remotes/*/**'],
  message: 'A remote is loaded at run time, never imported. Share through contracts, platform or a part.',
};

/** Which way the arrows of docs/architecture.md point: what files may not import. Tests keep to it as well. */
const boundary = (files, patterns, ignores = []) => ({ files, ignores, rules: { 'no-restricted-imports': ['error', { patterns }] } });

/** Mistakes that the type checker does not see. */
// prettier-ignore
const MISTAKES = [
  'eqeqeq', 'no-async-promise-executor', 'no-cond-assign', 'no-constant-condition', 'no-control-regex', 'no-debugger', 'no-dupe-else-if',
  'no-duplicate-case', 'no-empty', 'no-empty-character-class', 'no-empty-pattern', 'no-eval', 'no-fallthrough', 'no-implied-eval',
  'no-irregular-whitespace', 'no-loss-of-precision', 'no-misleading-character-class', 'no-prototype-builtins', 'no-regex-spaces', 'no-self-assign',
  'no-self-compare', 'no-sparse-arrays', 'no-unreachable-loop', 'no-unsafe-finally', 'no-unsafe-optional-chaining', 'no-useless-catch',
  'no-useless-escape', 'no-var', 'prefer-const', 'require-yield', 'use-isnan', 'valid-typeof',
];

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.data/', '.cache/', 'coverage/', 'test-results/', 'playwright-report/', '**/*.d.cts'] },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...Object.fromEntries(MISTAKES.map((rule) => [rule, 'error'])),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { cam: { rules: { 'inverted-sentence': invertedSentence, 'table-owner': tableOwner(join(ROOT, 'server/src')) } } },
    rules: { 'cam/inverted-sentence': 'error' },
  },
  // A migration names the tables of every folder: it is history, not part of any of them.
  { files: ['server/src/**/*.ts'], ignores: [...TESTS, 'server/src/platform/db/migrations/**'], rules: { 'cam/table-owner': 'error' } },
  // Tables join the schema by declaration merging.
  {
    files: ['server/src/**/tables.ts', 'server/src/platform/db/schema.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }] },
  },
  // Playwright reads from the first parameter which fixtures one needs: none is an empty pattern.
  { files: ['playwright/support/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.tsx', '{host,shared,remotes}/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    ...jsxA11y.configs.recommended,
    files: ['**/*.tsx'],
    rules: {
      ...jsxA11y.configs.recommended.rules,
      'jsx-a11y-x/label-has-associated-control': ['error', { controlComponents: ['DateRange', 'Input', 'Select', 'Switch'], depth: 3 }],
      // Keys scroll or move what has the focus, so content that overflows and drawings can have it.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['tabpanel', 'region', 'group', 'img'] }],
    },
  },
  // No exceptions from these rules: a callback that an effect must not depend on goes through useEffectEvent.
  { files: ['{host,shared,remotes}/**/*.{ts,tsx}'], linterOptions: { noInlineConfig: true } },
  { files: ['{contracts,server}/src/**', 'server/demo/**'], ignores: TESTS, rules: { 'no-console': 'error' } },
  // The log of a browser is the only log that the console has.
  { files: ['host/src/**', '{shared,remotes}/*/src/**'], ignores: TESTS, rules: { 'no-console': ['error', { allow: ['error', 'warn', 'debug'] }] } },

  boundary(
    ['contracts/src/**'],
    [
      {
        group: ['@cam/*', 'react', 'react-dom', 'antd', 'fastify', 'node:*'],
        message: 'Contracts stand below everything: they import the schema library alone.',
      },
    ],
  ),
  boundary(
    ['shared/platform/src/**'],
    [
      antd,
      serverContracts,
      server,
      hostCode,
      anyRemote,
      { group: ['@cam/ui', '@cam/ui/*'], message: 'The platform shows nothing: it stands beside the ui.' },
    ],
  ),
  boundary(['shared/ui/src/**'], [serverContracts, server, hostCode, anyRemote]),
  boundary(['host/src/**'], [antd, serverContracts, server, anyRemote]),
  ...foldersBelow('remotes').map((remote) => {
    const others = foldersBelow('remotes').filter((other) => other !== remote);
    const groups = others.flatMap((other) => [`@cam/remote-${other}`, `@cam/remote-${other}/*`, `**/remotes/${other}/**`, `../**/${other}/src/**`]);
    return boundary(
      [`remotes/${remote}/**/*.{ts,tsx}`],
      [antd, serverContracts, server, hostCode, host, { group: groups, message: anyRemote.message }],
    );
  }),
);
