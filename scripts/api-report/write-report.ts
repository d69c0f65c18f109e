import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { TypeWriter } from './describe-type';

/** A package with a committed report: its folder, and the name of the report. */
const REPORTED = [
  { name: 'contracts', folder: 'contracts' },
  { name: 'platform', folder: 'shared/platform' },
  { name: 'ui', folder: 'shared/ui' },
] as const;

interface Exported {
  name: string;
  symbol: ts.Symbol;
}

interface Context {
  checker: ts.TypeChecker;
  writer: TypeWriter;
  isExported: ReadonlySet<ts.Symbol>;
}

const PRINTER = ts.createPrinter({ removeComments: true });

/** Returns the reports of all packages, by name: each exported name with its type, sorted, the same on every machine. */
export function writeReports(root: string): Record<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.web.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['none.ts'] }, ts.sys, root);
  const packages = REPORTED.map(({ name, folder }) => ({ name, folder, ...manifestOf(join(root, folder)) }));
  const styles = join(root, 'shared/ui/src/css-modules.d.ts');
  const rootNames = packages.flatMap(({ folder, entries }) => entries.map(([, file]) => join(root, folder, file)));
  const program = ts.createProgram({ rootNames: [...rootNames, styles], options: { ...options, incremental: false, tsBuildInfoFile: undefined } });
  const checker = program.getTypeChecker();
  const surfaces = packages.map(({ folder, entries }) =>
    entries.map(([, file]) => exportsOf(program.getSourceFile(join(root, folder, file)), checker)),
  );
  const isExported = new Set(surfaces.flat(2).map(({ symbol }) => symbol));
  return Object.fromEntries(
    packages.map(({ name, id, entries }, index) => {
      const seen = new Set<ts.Symbol>();
      const sections = entries.map(([path], place) => {
        const exported = surfaces[index]?.[place] ?? [];
        const context = { checker, isExported, writer: new TypeWriter(checker) };
        // Twice, so that types refer to those that come after them as well.
        for (const { name: own, symbol } of [...exported, ...exported])
          if (symbol.flags & ts.SymbolFlags.TypeAlias) context.writer.name(checker.getDeclaredTypeOfSymbol(symbol), own);
        const lines = exported.flatMap((one) => (seen.has(one.symbol) ? [] : describe(one, context)));
        for (const { symbol } of exported) seen.add(symbol);
        return `## ${path === '.' ? id : posix.join(id, path)}\n\n\`\`\`ts\n${lines.join('\n\n')}\n\`\`\`\n`;
      });
      const title = `# Public surface of ${id}\n\nMade by \`npm run api-report\`. A name that an earlier section has is not repeated.\n\n`;
      return [name, title + sections.join('\n')];
    }),
  );
}

function manifestOf(folder: string): { id: string; entries: [path: string, file: string][] } {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; exports: Record<string, string> };
  return { id: name, entries: Object.entries(exports).sort(([a], [b]) => compare(a, b)) };
}

function exportsOf(file: ts.SourceFile | undefined, checker: ts.TypeChecker): Exported[] {
  const symbol = file && checker.getSymbolAtLocation(file);
  if (!symbol) throw new Error(`${file?.fileName ?? 'An entry'} exports nothing. Correct "exports" in its package.json.`);
  return checker
    .getExportsOfModule(symbol)
    .map((one) => ({ name: one.name, symbol: one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one }))
    .sort((a, b) => compare(a.name, b.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns a line for a name of another package, else a declaration for each meaning of the name: its type and its value. */
function describe({ name, symbol }: Exported, context: Context): string[] {
  const declarations = symbol.declarations ?? [];
  const foreign = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(declarations[0]?.getSourceFile().fileName ?? '')?.[1];
  if (foreign) return [`export { ${name} } from '${foreign.replace('@types/', '')}';`];
  const lines: string[] = [];
  for (const each of declarations) {
    if (ts.isInterfaceDeclaration(each)) lines.push(printed(each));
    else if (ts.isTypeAliasDeclaration(each)) lines.push(typeAlias(name, each, context));
    else if (ts.isClassDeclaration(each)) lines.push(classShape(name, each, context));
  }
  if (symbol.flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Function)) lines.push(...value(name, symbol, context));
  const local = declarations.flatMap((each) => localTypes(each, context, new Set()));
  return [...lines, ...local.map(printed)];
}

function printed(node: ts.Node): string {
  return PRINTER.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
}

/** Returns the types that a declaration names and that nobody can import, such as the props of a component. */
function localTypes(declaration: ts.Node, { checker, isExported }: Context, seen: Set<ts.Symbol>): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || (ts.isExpression(node) && !ts.isExpressionWithTypeArguments(node) && !ts.isIdentifier(node))) return;
    if (ts.isTypeReferenceNode(node)) {
      const named = checker.getSymbolAtLocation(node.typeName);
      const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
      const [own] = symbol?.declarations ?? [];
      const isLocal =
        own && (ts.isInterfaceDeclaration(own) || ts.isTypeAliasDeclaration(own)) && !own.getSourceFile().fileName.includes('/node_modules/');
      if (symbol && isLocal && !isExported.has(symbol) && !seen.has(symbol)) {
        seen.add(symbol);
        found.push(own);
        visit(own);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

/** A type of a schema is written as the plain type that it stands for, any other as it is declared. */
function typeAlias(name: string, node: ts.TypeAliasDeclaration, { checker, writer }: Context): string {
  const type = checker.getDeclaredTypeOfSymbol(checker.getSymbolAtLocation(node.name) as ts.Symbol);
  if (name === 'Api') return `export type Api = ${calls(type, checker, writer)};`;
  const declared = printed(node);
  if (!/Static<|keyof typeof/.test(declared) || node.typeParameters) return declared;
  const text = writer.structure(type);
  if (CALL.test(text.slice(1))) return `export type ${name} = keyof Api;`;
  // A line for each text of a long union: a difference then shows which one came.
  return `export type ${name} = ${text.startsWith("'") && text.length > 120 ? text.replaceAll(" | '", "\n  | '") : text};`;
}

/** Writes each call with its parameters and answer. */
function calls(api: ts.Type, checker: ts.TypeChecker, writer: TypeWriter): string {
  const lines = checker.getPropertiesOfType(api).map((call) => {
    const parts = checker.getPropertiesOfType(checker.getTypeOfSymbol(call));
    const written = parts.map((part) => `    ${part.name}: ${writer.structure(checker.getTypeOfSymbol(part), '    ', false)};`);
    return `  '${call.name}': {\n${written.join('\n')}\n  };`;
  });
  return `{\n${lines.sort(compare).join('\n')}\n}`;
}

function classShape(name: string, node: ts.ClassDeclaration, { checker, writer }: Context): string {
  const members = checker.getPropertiesOfType(checker.getTypeAtLocation(node));
  const lines = members.map((member) => `  ${member.name}: ${writer.text(checker.getTypeOfSymbol(member))};`);
  const heritage = node.heritageClauses?.map((clause) => ` ${clause.getText()}`).join('') ?? '';
  return `export class ${name}${heritage} {\n${lines.sort(compare).join('\n')}\n}`;
}

const CALL = /^(GET|POST|PUT|PATCH|DELETE) \//;

/** Writes a function by its signatures, a schema by the type that it checks, and any other value by its type. */
function value(name: string, symbol: ts.Symbol, { checker, writer }: Context): string[] {
  const type = checker.getTypeOfSymbol(symbol);
  if (checker.getPropertiesOfType(type).some((property) => CALL.test(property.name))) return [`export const ${name}: schemas of calls in Api;`];
  const checked = type.getProperty('static');
  if (checked && symbol.flags & ts.SymbolFlags.TypeAlias) return [`export const ${name}: schema of ${name};`];
  if (checked) return [`export const ${name}: schema of ${writer.structure(checker.getTypeOfSymbol(checked), '', false)};`];
  const signatures = type.getCallSignatures();
  if (signatures.length > 0) return signatures.map((signature) => `export function ${name}${writer.signature(signature)};`);
  return [`export const ${name}: ${writer.structure(type)};`];
}
