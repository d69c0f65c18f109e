import { fuzz } from '../../scripts/attack/fuzz';
import { startInstance, type Instance } from '../../scripts/attack/instance';
import type { Attempt, Suite } from '../../scripts/attack/suite';
import { targets } from '../../scripts/attack/targets';
import { tenants } from '../../scripts/attack/tenants';
import { uploads } from '../../scripts/attack/uploads';
import { dice } from './support/differential';

/** A short, seeded part of the attacks that `npm run attack` makes in full. */
const SEED = 1;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
}, 240_000);
afterAll(() => instance.stop());

/** Returns what a suite finds, without a limit of time: the machine may be busy. */
async function findingsOf(suite: Suite<Instance>, tries: number): Promise<object[]> {
  const attempt: Attempt = { tries, seed: SEED, dice: dice(SEED), hang: null };
  const outcome = await suite.run(instance, attempt);
  expect(outcome.tries).toBeGreaterThanOrEqual(tries / 2);
  return outcome.findings;
}

it('no call answers with data of another tenant, and none accepts a bad token or a missing right', async () => {
  expect(await findingsOf(tenants, 3000)).toEqual([]);
}, 240_000);

it('no call fails on valid, mutated or malformed input', async () => {
  expect(await findingsOf(fuzz, 600)).toEqual([]);
}, 240_000);

it('no upload of a hostile archive fails without a message or writes elsewhere', async () => {
  expect(await findingsOf(uploads, 14)).toEqual([]);
}, 240_000);

it('no field that takes an address reaches a private one', async () => {
  expect(await findingsOf(targets, 300)).toEqual([]);
}, 240_000);
