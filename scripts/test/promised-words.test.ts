import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { REPORT_TYPE_LABELS, SECRET_MASK } from '@cam/contracts/server';
import { MESSAGES, NUMBERS, VALUES, WORDS } from './promised-words';

const ROOT = join(__dirname, '../..');

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

const textsKnown = new Map<string, string[]>();

/** Returns the texts in the code of a file, without its comments. `{}` stands for an inserted value. */
function textsIn(file: string): string[] {
  const known = textsKnown.get(file);
  if (known) return known;
  const texts = [...nodesOf(parse(file))].flatMap((node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
    if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')];
    if (ts.isJsxText(node)) return [node.text.replace(/\s+/g, ' ').trim()];
    return ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) ? [node.text] : [];
  });
  textsKnown.set(file, texts);
  return texts;
}

/** Returns the value of a constant or property in a file: a number, a text, or a list of texts. */
function valueIn(file: string, name: string): unknown {
  for (const node of nodesOf(parse(file))) {
    if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === name && node.initializer) {
      const text = node.initializer.getText().replace(/ as const$/, '');
      if (!/^(?:[\d_.\s*+()-]+|'[^']*'|\[(?:\s*'[^']*',?\s*)+\])$/.test(text)) throw new Error(`${name} in ${file} is not plain: ${text}`);
      return new Function(`return ${text}`)();
    }
  }
  throw new Error(`there is no ${name} in ${file}`);
}

const isTest = (name: string): boolean => /\.(?:test|spec)\.tsx?$/.test(name);

function filesBelow(folder: string, tests = false): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path, tests);
    return /\.tsx?$/.test(entry.name) && isTest(entry.name) === tests ? [path] : [];
  });
}

it.each(MESSAGES)('the message "%s" is in %s', (message, file) => {
  const texts = textsIn(file);
  expect(texts.some((text) => (message.length < 9 ? text === message : text.includes(message)))).toBe(true);
});

it('a test in another file quotes each message', () => {
  const own = __filename.replaceAll('\\', '/');
  const tests = ['contracts/src', 'shared', 'host/src', 'remotes', 'server', 'playwright']
    .flatMap((folder) => filesBelow(folder, true))
    .filter((file) => !own.endsWith(file))
    // A regular expression has the text with backslashes.
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replace(/\\([.?!()])/g, '$1'));
  const isQuoted = (message: string): boolean => {
    const parts = message.split('{}').filter((part) => part.trim() !== '');
    return tests.some((text) =>
      message.length < 9 ? new RegExp(`['"\`/]${message}['"\`/]`).test(text) : parts.every((part) => text.includes(part.trim())),
    );
  };
  expect(MESSAGES.flatMap(([message]) => (isQuoted(message) ? [] : [message]))).toEqual([]);
});

it.each(NUMBERS)('the value %d is %s in %s', (value, name, file) => {
  expect(Number(valueIn(file, name))).toBe(value);
});

it.each(VALUES)('the value %p is %s in %s', (value, name, file) => {
  expect(valueIn(file, name)).toEqual(value);
});

it('the code contains every protocol word, the mask of 16 asterisks and the report type labels', () => {
  const texts = new Set(
    [
      'contracts/src',
      'shared/platform/src',
      'host/src',
      'remotes/settings/src',
      'remotes/graph-explorer/src/search-result',
      'remotes/graph-explorer/src/search',
      'server/src/graph',
      'server/src/graph/answers/inventory',
    ]
      .flatMap((folder) => filesBelow(folder))
      .flatMap(textsIn),
  );
  expect(WORDS.filter((word) => !texts.has(word))).toEqual([]);
  expect(SECRET_MASK).toBe('*'.repeat(16));
  const by = (label: string): string[] => [label, `${label} by Service`, `${label} by Privilege`];
  expect(Object.values(REPORT_TYPE_LABELS)).toEqual([
    'Unknown',
    'Access',
    ...by('Unused Roles'),
    ...by('Unused Identities w/ Role'),
    ...by('Unused Identities w/o Role'),
  ]);
});
