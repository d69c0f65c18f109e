import { TenantRounds } from './tenant-rounds';

const rounds: TenantRounds[] = [];
afterEach(() => rounds.splice(0).forEach((one) => one.stop()));

function roundsOf(visit: (tenantId: string) => Promise<void>, tenantIds = () => Promise.resolve(['a', 'b', 'c'])) {
  const error = jest.fn();
  const tenantRounds = new TenantRounds({ every: 3_600_000, tenantIds, visit, log: { error }, failed: 'it failed' });
  rounds.push(tenantRounds);
  return { tenantRounds, error };
}

it('TenantRounds continues with the other tenants if one fails, and logs the failed tenant', async () => {
  const visited: string[] = [];
  const { tenantRounds, error } = roundsOf(async (tenantId) => {
    if (tenantId === 'b') throw new Error('broken');
    visited.push(tenantId);
  });
  await tenantRounds.run();
  expect(visited).toEqual(['a', 'c']);
  expect(error.mock.calls).toEqual([[{ err: new Error('broken'), tenantId: 'b' }, 'it failed']]);
});

it('TenantRounds starts no second round while one runs, and recovers from a failed read of the tenants', async () => {
  let finishVisit = (): void => undefined;
  let readable = false;
  const visited: string[] = [];
  const { tenantRounds, error } = roundsOf(
    async (tenantId) => {
      await new Promise<void>((resolve) => (finishVisit = resolve));
      visited.push(tenantId);
    },
    () => (readable ? Promise.resolve(['a']) : Promise.reject(new Error('no database'))),
  );
  await tenantRounds.run();
  expect(error).toHaveBeenCalledTimes(1);
  readable = true;
  const first = tenantRounds.run();
  await tenantRounds.run();
  finishVisit();
  await first;
  expect(visited).toEqual(['a']);
});
