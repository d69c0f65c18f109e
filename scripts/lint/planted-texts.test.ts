import { findBroken, type Planted } from './planted-violations';

const SERVER = 'server/src/areas/flags/service.ts';
const REMOTE = 'remotes/alerts/src/x.tsx';
const PAGE = 'remotes/alerts/src/alerts/AlertsPage.tsx';

const ofRule = (rule: string, texts: readonly (readonly [path: string, text: string])[]): Planted[] =>
  texts.map(([path, text]) => [rule, path, text]);
const hook = (before: string): string =>
  `import { useEffect } from 'react';\nexport function A({ a }: { a: () => void }): null {\n${before}  useEffect(() => a(), []);\n  return null;\n}`;
const WAITS = 'const wait = async (): Promise<boolean> => true;\n';
const IMAGE = 'export const A = () => <img src="x.png" />;';

/** Texts that lint reports, by what they are about. */
const REFUSED = {
  'tables outside the folder that owns them': ofRule('cam/table-owner', [
    [SERVER, "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [SERVER, "export const read = (tx) => tx.selectFrom('alert as a').selectAll();"],
    [SERVER, "export const write = (tx) => tx.insertInto('graph_snapshot').values({});"],
    [SERVER, "export const join = (tx) => tx.selectFrom('flag').innerJoin('graph_entity as e', 'e.uri', 'flag.uri');"],
    [SERVER, 'export const read = (sql) => sql`select 1 from graph_entity`;'],
    [SERVER, 'export const write = (sql) => sql`update graph_entity set name = 1`;'],
  ]),
  'comments and JSX texts that open with the object': ofRule('cam/inverted-sentence', [
    [SERVER, '/** Of what somebody did, privileges and times are those of the event. */\nexport const a = 1;'],
    [SERVER, '// What the access graph knows of your sources.\nexport const a = 1;'],
    [SERVER, '/**\n * Keeps the flags.\n * @returns whether it is on\n * @param tenant Whether the tenant is known.\n */\nexport const a = 1;'],
    [SERVER, '/** Where the files lie. */\nexport const a = 1;'],
    [PAGE, 'export const A = () => <p>What was not used for 90 days.</p>;'],
    [PAGE, 'export const A = () => <p title="Of no place on the map">x</p>;'],
  ]),
  'imports of packages that a folder may not have': ofRule('no-restricted-imports', [
    [REMOTE, "import { Page } from '@cam/remote-reports';"],
    [REMOTE, "import { Page } from '../../reports/src/ReportsPage';"],
    ['remotes/alerts/src/deep/folder/x.tsx', "import { Page } from '../../../../reports/src/ReportsPage';"],
    [REMOTE, "import { Button } from 'antd';"],
    [REMOTE, "import { BellOutlined } from '@ant-design/icons';"],
    [REMOTE, "import { signOut } from '@cam/platform/host';"],
    [REMOTE, "import { endpoints } from '@cam/contracts/server';"],
    [REMOTE, "import { shell } from '@cam/host/shell';"],
    ['host/src/x.tsx', "import Alerts from '../../remotes/alerts/src/remote';"],
    ['host/src/x.tsx', "import { Button } from 'antd';"],
    ['shared/platform/src/x.ts', "import { Button } from '@cam/ui';"],
    ['contracts/src/x.ts', "import { api } from '@cam/platform';"],
    // The rules hold for a remote that nobody has listed anywhere.
    ['remotes/added-later/src/x.tsx', "import { Page } from '@cam/remote-reports';"],
    ['remotes/added-later/src/x.tsx', "import { Page } from '../../reports/src/ReportsPage';"],
    [REMOTE, "import { Page } from '../../added-later/src/Page';"],
  ]),
  'promises that nobody awaits': ofRule('typescript/no-floating-promises', [
    ['server/src/forgotten.ts', `${WAITS}export function forget(): void {\n  wait();\n}\n`],
  ]),
  'promises that are used as values': ofRule('typescript/no-misused-promises', [
    ['server/src/always.ts', `${WAITS}export const always = () => (wait() ? 1 : 2);\n`],
    ['host/src/each.ts', `${WAITS}export const each = (list: string[]) => list.forEach(async () => void (await wait()));\n`],
  ]),
  'inaccessible elements': [
    ...ofRule('jsx-a11y/alt-text', [[PAGE, IMAGE]]),
    ...ofRule('jsx-a11y/label-has-associated-control', [[PAGE, 'export const A = () => <label>Name</label>;']]),
  ],
  'broken rules of hooks': [
    ...ofRule('react/exhaustive-deps', [[PAGE, hook('')]]),
    ...ofRule('react/rules-of-hooks', [[PAGE, hook('  if (Math.random() > 1) return null;\n')]]),
    ...ofRule('react/set-state-in-effect', [
      [
        PAGE,
        "import { useEffect, useState } from 'react';\nexport function A(): number {\n  const [a, setA] = useState(0);\n  useEffect(() => setA(1), []);\n  return a;\n}",
      ],
    ]),
    ...ofRule('react/refs', [
      [PAGE, "import { useRef } from 'react';\nexport function A(): number {\n  const a = useRef(0);\n  a.current = 1;\n  return 1;\n}"],
    ]),
    ...ofRule('react/purity', [[PAGE, 'export function A() {\n  return <p>{Math.random()}</p>;\n}']]),
    ...ofRule('react/immutability', [[PAGE, 'export function A({ a }: { a: { b: number } }) {\n  a.b = 1;\n  return <p>{a.b}</p>;\n}']]),
    ...ofRule('react/static-components', [[PAGE, 'export function A() {\n  const B = () => <p>b</p>;\n  return <B />;\n}']]),
  ],
  'exceptions in web code': ofRule('check-exceptions', [
    [PAGE, hook('  // eslint-disable-next-line react-hooks/exhaustive-deps\n')],
    [PAGE, hook('  // oxlint-disable-next-line react/exhaustive-deps\n')],
    [PAGE, `/* eslint-disable */\n${IMAGE}`],
    [PAGE, `${IMAGE} // oxlint-disable-line`],
    ['shared/ui/src/x.ts', '/* eslint no-var: 0 */\nvar a = 1;'],
  ]),
  'exceptions that nothing needs': ofRule('unused-directive', [
    [SERVER, '// eslint-disable-next-line no-control-regex -- planted\nexport const a = 1;'],
  ]),
  'logs of the product': ofRule('no-console', [
    [SERVER, 'console.warn(1);'],
    [PAGE, 'console.log(1);'],
  ]),
  mistakes: [
    ...ofRule('no-unused-vars', [['scripts/x.mjs', 'const a = 1;']]),
    ...ofRule('typescript/no-explicit-any', [[SERVER, 'export const a = 1 as any;']]),
    ...ofRule('eqeqeq', [[SERVER, 'export const a = (b: string | null) => b == null;']]),
  ],
} satisfies Record<string, readonly Planted[]>;

const ALLOWED: Planted[] = [
  ...ofRule('cam/table-owner', [
    ['server/src/graph/query/x.ts', "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [SERVER, "export const text = 'graph_entity';"],
  ]),
  ...ofRule('cam/inverted-sentence', [
    [SERVER, '/** Returns the flags of a tenant. */\nexport const a = 1;'],
    [SERVER, '/** Where the log was cut, the count is a lower bound. */\nexport const a = 1;'],
    [PAGE, 'export const A = () => <p>What changed?</p>;'],
  ]),
  ...ofRule('no-restricted-imports', [
    [REMOTE, "import { Button } from '@cam/ui';"],
    ['remotes/alerts/src/deep/x.tsx', "import { Row } from '../list/Row';"],
    ['shared/ui/src/x.tsx', "import { Button } from 'antd';"],
  ]),
  ...ofRule('typescript/no-floating-promises', [
    ['server/src/allowed.ts', `${WAITS}export const done = async (): Promise<boolean> => await wait();\n`],
  ]),
  ...ofRule('check-exceptions', [[SERVER, '// eslint-disable-next-line no-control-regex -- planted\nexport const a = /\\x01/;']]),
  ...ofRule('no-console', [[PAGE, 'console.warn(1);']]),
];

let broken: Planted[];
beforeAll(() => {
  broken = findBroken([...Object.values(REFUSED).flat(), ...ALLOWED]);
}, 120_000);

it.each(Object.entries(REFUSED))('lint reports %s', (_, texts) => {
  expect(texts.filter((text) => !broken.includes(text))).toEqual([]);
});

it('lint allows what the rules do not mean', () => {
  expect(broken.filter((text) => ALLOWED.includes(text))).toEqual([]);
});
