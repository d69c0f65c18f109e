import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A tree of files that each break one rule, by rule: the file that imports, and what it imports. */
const PLANTED: Record<string, [file: string, imports: string]> = {
  'platform-knows-nothing': ['server/src/platform/upward.ts', '../graph/index'],
  'graph-stands-on-platform': ['server/src/graph/upward.ts', '../sources/index'],
  'sources-stand-on-graph': ['server/src/sources/upward.ts', '../areas/alerts/index'],
  'areas-know-no-root': ['server/src/areas/alerts/upward.ts', '../../areas'],
  'no-demo-in-product': ['server/src/areas/alerts/demo.ts', '../../../demo/demo'],
  'no-tests-in-product': ['server/src/areas/alerts/tested.ts', '../../../test/support/until'],
  'graph-engine': ['server/src/graph/engine/upward.ts', '../store/tables'],
  'graph-providers-aws': ['server/src/graph/providers/aws/aside.ts', '../gcp/read'],
  'graph-providers-azure': ['server/src/graph/providers/azure/aside.ts', '../gcp/read'],
  'graph-providers-gcp': ['server/src/graph/providers/gcp/aside.ts', '../aws/read'],
  'graph-providers-directory': ['server/src/graph/providers/directory/aside.ts', '../aws/read'],
  'graph-providers': ['server/src/graph/providers/upward.ts', '../store/tables'],
  'graph-store': ['server/src/graph/store/upward.ts', '../providers/aws/read'],
  'graph-pipeline': ['server/src/graph/pipeline/aside.ts', '../query/parser'],
  'graph-query': ['server/src/graph/query/aside.ts', '../answers/explain'],
  'graph-answers': ['server/src/graph/answers/aside.ts', '../query/parser'],
  'graph-door': ['server/src/sources/inside.ts', '../graph/store/tables'],
  'sources-door': ['server/src/areas/alerts/inside-sources.ts', '../../sources/store'],
  'area-door': ['server/src/areas/alerts/inside-flags.ts', '../flags/store'],
  'area-door-outside': ['server/src/main.ts', './areas/flags/store'],
  'contracts-stand-below': ['contracts/src/upward.ts', '../../server/src/main'],
  'shared-stands-on-contracts': ['shared/ui/src/upward.ts', '../../../host/src/main'],
  'checker-stands-alone': ['shared/checker/src/aside.ts', '../../../contracts/src/index'],
  'platform-beside-ui': ['shared/platform/src/aside.ts', '../../ui/src/index'],
  'host-stands-on-shared': ['host/src/aside.ts', '../../remotes/alerts/src/remote'],
  'remotes-apart': ['remotes/alerts/src/aside.ts', '../../reports/src/remote'],
};

/** The files that the planted ones import, and a ring of two that know each other by types alone. */
const OTHERS: Record<string, string> = {
  ...Object.fromEntries(
    [
      'server/src/graph/index',
      'server/src/sources/index',
      'server/src/sources/store',
      'server/src/areas',
      'server/src/areas/alerts/index',
      'server/src/areas/flags/store',
      'server/demo/demo',
      'server/test/support/until',
      'server/src/graph/store/tables',
      'server/src/graph/providers/aws/read',
      'server/src/graph/providers/gcp/read',
      'server/src/graph/query/parser',
      'server/src/graph/answers/explain',
      'contracts/src/index',
      'host/src/main',
      'shared/ui/src/index',
      'remotes/alerts/src/remote',
      'remotes/reports/src/remote',
    ].map((file) => [`${file}.ts`, 'export const here = 1;\n']),
  ),
  'server/src/platform/ring-a.ts': "import type { B } from './ring-b';\nexport interface A { b: B }\n",
  'server/src/platform/ring-b.ts': "import type { A } from './ring-a';\nexport interface B { a: A }\n",
  // A door may be used, and the demo may be loaded at run time.
  'server/src/areas/reports/allowed.ts':
    "import { here } from '../../graph/index';\nexport const demo = () => import('../../../demo/demo').then(() => here);\n",
};

interface Violation {
  from: string;
  rule: { name: string };
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-planted-'));
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, imports] of Object.values(PLANTED)) put(file, `import '${imports}';\n`);
  for (const [file, text] of Object.entries(OTHERS)) put(file, text);
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'tsconfig.web.json']) cpSync(join(ROOT, file), join(folder, file));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rules that each file breaks, by file. */
function broken(): Map<string, string[]> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'server', 'contracts', 'shared', 'host', 'remotes'];
  const run = (): string => {
    try {
      return execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
        env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
      });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  };
  const { summary } = JSON.parse(run()) as { summary: { violations: Violation[] } };
  const byFile = new Map<string, string[]>();
  for (const { from, rule } of summary.violations) byFile.set(from, [...(byFile.get(from) ?? []), rule.name]);
  return byFile;
}

it('every rule of dependency-cruiser has a planted violation', () => {
  const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>('../../.dependency-cruiser.cjs');
  expect(forbidden.map(({ name }) => name).sort()).toEqual(['no-cycle', ...Object.keys(PLANTED)].sort());
});

it('dependency-cruiser reports every forbidden import and every cycle, including cycles of types', () => {
  const byFile = broken();
  for (const [rule, [file]] of Object.entries(PLANTED))
    expect({ file, rules: byFile.get(file) }).toEqual({ file, rules: expect.arrayContaining([rule]) });
  expect(byFile.get('server/src/platform/ring-a.ts')).toContain('no-cycle');
  expect(byFile.has('server/src/areas/reports/allowed.ts')).toBe(false);
}, 60_000);
