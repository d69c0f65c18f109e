import type { RemoteManifest } from '@cam/contracts/server';
import { commandRefusals } from './commands-gate';

const command = { id: 'compliance.open', label: 'Compliance', to: '/compliance' };
const manifest = (id: string, commands?: object[]): RemoteManifest =>
  ({
    id,
    name: id,
    routes: [{ page: 'home', name: id, path: `/${id}/*`, title: id }],
    ...(commands ? { commands } : {}),
  }) as unknown as RemoteManifest;
const problemsOf = (...commands: object[]): string[] =>
  commandRefusals(manifest('compliance', commands), [manifest('alerts', [{ id: 'alerts.open', label: 'Alerts', to: '/alerts', keys: 'g a' }])]).map(
    ({ problem }) => problem,
  );

it('commands with ids, pages and keys of their own pass, and so does a remote without commands', () => {
  expect(problemsOf({ ...command, to: '/compliance/suites?region=eu-west-1', keys: 'g c' })).toEqual([]);
  expect(commandRefusals(manifest('reports'), [])).toEqual([]);
});

it.each([
  ['the id of another remote', [{ ...command, id: 'alerts.mine' }], 'does not begin with "compliance."'],
  ['an id twice', [command, command], 'stands twice'],
  ['the page of another remote', [{ ...command, to: '/alerts?severity=HIGH' }], 'no page of this remote'],
  ['keys of another remote', [{ ...command, keys: 'g a' }], 'belong to alerts already'],
  ['keys of the console', [{ ...command, keys: 'g k' }], 'belong to the console already'],
  [
    'the same keys twice',
    [
      { ...command, keys: 'g c' },
      { ...command, id: 'compliance.other', keys: 'g c' },
    ],
    'belong to "compliance.open" already',
  ],
])('a command with %s is refused', (_what, commands, problem) => {
  expect(problemsOf(...commands)).toEqual([expect.stringContaining(problem)]);
});
