import { findBroken, type Planted } from './planted-violations';

const SERVER = 'server/src/areas/flags/service.ts';
const PAGE = 'remotes/alerts/src/alerts/AlertsPage.tsx';

it('cam/table-owner reports a table outside the folder that owns it', () => {
  const rule = 'cam/table-owner';
  const refused: Planted[] = [
    [rule, SERVER, "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [rule, SERVER, "export const read = (tx) => tx.selectFrom('alert as a').selectAll();"],
    [rule, SERVER, "export const write = (tx) => tx.insertInto('graph_snapshot').values({});"],
    [rule, SERVER, "export const join = (tx) => tx.selectFrom('flag').innerJoin('graph_entity as e', 'e.uri', 'flag.uri');"],
    [rule, SERVER, 'export const read = (sql) => sql`select 1 from graph_entity`;'],
    [rule, SERVER, 'export const write = (sql) => sql`update graph_entity set name = 1`;'],
  ];
  const allowed: Planted[] = [
    [rule, 'server/src/graph/query/x.ts', "export const read = (tx) => tx.selectFrom('graph_entity').selectAll();"],
    [rule, SERVER, "export const text = 'graph_entity';"],
  ];
  expect(findBroken([...refused, ...allowed])).toEqual(refused);
}, 60_000);

it('cam/inverted-sentence reports comments and JSX texts that open with the object', () => {
  const rule = 'cam/inverted-sentence';
  const refused: Planted[] = [
    [rule, SERVER, '/** Of what somebody did, privileges and times are those of the event. */\nexport const a = 1;'],
    [rule, SERVER, '// What the access graph knows of your sources.\nexport const a = 1;'],
    [rule, SERVER, '/**\n * Keeps the flags.\n * @returns whether it is on\n * @param tenant Whether the tenant is known.\n */\nexport const a = 1;'],
    [rule, SERVER, '/** Where the files lie. */\nexport const a = 1;'],
    [rule, PAGE, 'export const A = () => <p>What was not used for 90 days.</p>;'],
    [rule, PAGE, 'export const A = () => <p title="Of no place on the map">x</p>;'],
  ];
  const allowed: Planted[] = [
    [rule, SERVER, '/** Returns the flags of a tenant. */\nexport const a = 1;'],
    [rule, SERVER, '/** Where the log was cut, the count is a lower bound. */\nexport const a = 1;'],
    [rule, PAGE, 'export const A = () => <p>What changed?</p>;'],
  ];
  expect(findBroken([...refused, ...allowed])).toEqual(refused);
}, 60_000);

it('lint reports inaccessible elements and disabled rules of hooks', () => {
  const hook = (before: string): string =>
    `import { useEffect } from 'react';\nexport function A({ a }: { a: () => void }): null {\n${before}  useEffect(() => a(), []);\n  return null;\n}`;
  const refused: Planted[] = [
    ['jsx-a11y-x/alt-text', PAGE, 'export const A = () => <img src="x.png" />;'],
    ['jsx-a11y-x/label-has-associated-control', PAGE, 'export const A = () => <label>Name</label>;'],
    ['react-hooks/exhaustive-deps', PAGE, hook('')],
    ['react-hooks/exhaustive-deps', PAGE, hook('  // eslint-disable-next-line react-hooks/exhaustive-deps\n')],
  ];
  expect(findBroken(refused)).toEqual(refused);
}, 60_000);
