import { TenantRounds } from './tenant-rounds';

const rounds: TenantRounds[] = [];
afterEach(() => rounds.splice(0).forEach((one) => one.stop()));

function roundsOf(visit: (tenantId: string) => Promise<void>, tenantIds = () => Promise.resolve(['a', 'b', 'c'])) {
  const error = jest.fn();
  const made = new TenantRounds({ every: 3_600_000, tenantIds, visit, log: { error }, failed: 'it failed' });
  rounds.push(made);
  return { made, error };
}

it('continues with the other tenants when one fails, and names it', async () => {
  const visited: string[] = [];
  const { made, error } = roundsOf(async (tenantId) => {
    if (tenantId === 'b') throw new Error('broken');
    visited.push(tenantId);
  });
  await made.run();
  expect(visited).toEqual(['a', 'c']);
  expect(error.mock.calls).toEqual([[{ err: new Error('broken'), tenantId: 'b' }, 'it failed']]);
});

it('begins no round while one runs, and begins the next one also after the tenants could not be read', async () => {
  let go = (): void => undefined;
  let readable = false;
  const visited: string[] = [];
  const { made, error } = roundsOf(
    async (tenantId) => {
      await new Promise<void>((resolve) => (go = resolve));
      visited.push(tenantId);
    },
    () => (readable ? Promise.resolve(['a']) : Promise.reject(new Error('no database'))),
  );
  await made.run();
  expect(error).toHaveBeenCalledTimes(1);
  readable = true;
  const first = made.run();
  await made.run();
  go();
  await first;
  expect(visited).toEqual(['a']);
});
