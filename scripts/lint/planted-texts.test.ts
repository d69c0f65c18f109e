import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Lints each text as if it lay at its path; answers with the rules that it breaks. */
function rulesBroken(cases: readonly [path: string, text: string][]): string[][] {
  const input = JSON.stringify(cases.map(([path, text]) => ({ path: join(ROOT, path), text })));
  return JSON.parse(
    execFileSync(process.execPath, [join(ROOT, 'scripts/test/lint-texts.mjs')], { input, cwd: ROOT, encoding: 'utf8' }),
  ) as string[][];
}

const SERVER = 'server/src/areas/flags/service.ts';
const PAGE = 'remotes/alerts/src/alerts/AlertsPage.tsx';

it('cam/table-owner reports a table outside the folder that owns it', () => {
  const refused: [string, string][] = [
    [SERVER, "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [SERVER, "export const read = (tx) => tx.selectFrom('alert as a').selectAll();"],
    [SERVER, "export const write = (tx) => tx.insertInto('graph_snapshot').values({});"],
    [SERVER, "export const join = (tx) => tx.selectFrom('flag').innerJoin('graph_entity as e', 'e.uri', 'flag.uri');"],
    [SERVER, 'export const read = (sql) => sql`select 1 from graph_entity`;'],
    [SERVER, 'export const write = (sql) => sql`update graph_entity set name = 1`;'],
  ];
  expect(rulesBroken(refused).map((rules) => rules.includes('cam/table-owner'))).toEqual(refused.map(() => true));
  const allowed: [string, string][] = [
    ['server/src/graph/query/x.ts', "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [SERVER, "export const text = 'graph_entity';"],
  ];
  expect(rulesBroken(allowed).flat()).not.toContain('cam/table-owner');
}, 60_000);

it('cam/inverted-sentence reports comments and JSX texts that open with the object', () => {
  const refused: [string, string][] = [
    [SERVER, '/** Of what somebody did, privileges and times are those of the event. */\nexport const a = 1;'],
    [SERVER, '// What the access graph knows of your sources.\nexport const a = 1;'],
    [SERVER, '/**\n * Keeps the flags.\n * @returns whether it is on\n * @param tenant Whether the tenant is known.\n */\nexport const a = 1;'],
    [SERVER, '/** Where the files lie. */\nexport const a = 1;'],
    [PAGE, 'export const A = () => <p>What was not used for 90 days.</p>;'],
    [PAGE, 'export const A = () => <p title="Of no place on the map">x</p>;'],
  ];
  expect(rulesBroken(refused).map((rules) => rules.includes('cam/inverted-sentence'))).toEqual(refused.map(() => true));
  const allowed: [string, string][] = [
    [SERVER, '/** Returns the flags of a tenant. */\nexport const a = 1;'],
    [SERVER, '/** Where the log was cut, the count is a lower bound. */\nexport const a = 1;'],
    [PAGE, 'export const A = () => <p>What changed?</p>;'],
  ];
  expect(rulesBroken(allowed).flat()).not.toContain('cam/inverted-sentence');
}, 60_000);

it('lint reports floating promises, inaccessible elements and disabled rules of hooks', () => {
  const hook = (before: string): string =>
    `import { useEffect } from 'react';\nexport function A({ a }: { a: () => void }): null {\n${before}  useEffect(() => a(), []);\n  return null;\n}`;
  const waits = 'export const wait = async (): Promise<boolean> => true;\n';
  const refused: [rule: string, path: string, text: string][] = [
    ['@typescript-eslint/no-floating-promises', SERVER, `${waits}export function forget(): void {\n  wait();\n}`],
    ['@typescript-eslint/no-misused-promises', SERVER, `${waits}export const always = () => (wait() ? 1 : 2);`],
    ['jsx-a11y-x/alt-text', PAGE, 'export const A = () => <img src="x.png" />;'],
    ['jsx-a11y-x/label-has-associated-control', PAGE, 'export const A = () => <label>Name</label>;'],
    ['react-hooks/exhaustive-deps', PAGE, hook('')],
    ['react-hooks/exhaustive-deps', PAGE, hook('  // eslint-disable-next-line react-hooks/exhaustive-deps\n')],
  ];
  const broken = rulesBroken(refused.map(([, path, text]) => [path, text]));
  expect(refused.map(([rule], index) => ({ rule, found: broken[index]?.includes(rule) }))).toEqual(refused.map(([rule]) => ({ rule, found: true })));
}, 60_000);
