import { FairTurns } from './fair-turns';

/** Work that ends when the test says so. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

/** Lets everything happen that nothing holds back. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairTurns', () => {
  it('runs the work of two users in turn, although one of them came with much more', async () => {
    const turns = new FairTurns(1);
    const order: string[] = [];
    const ask = (party: string, name: string) => turns.run(party, async () => void order.push(name));
    await Promise.all([ask('eve', 'eve 1'), ask('eve', 'eve 2'), ask('eve', 'eve 3'), ask('eve', 'eve 4'), ask('ann', 'ann 1'), ask('ann', 'ann 2')]);
    expect(order).toEqual(['eve 1', 'eve 2', 'ann 1', 'eve 3', 'ann 2', 'eve 4']);
  });

  it('leaves a slot free for others, however much one user asks', async () => {
    const turns = new FairTurns(2);
    const [first, second] = [held(), held()];
    let seconds = 0;
    const eve = [turns.run('eve', first.work), turns.run('eve', () => ((seconds += 1), second.work()))];
    expect(await turns.run('ann', async () => 'answered')).toBe('answered');
    expect(seconds).toBe(0);
    first.end();
    await settled();
    expect(seconds).toBe(1);
    second.end();
    await Promise.all(eve);
  });

  it('never runs more than the limit at once', async () => {
    const turns = new FairTurns(2);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => turns.run(`user ${index % 7}`, work)));
    expect(most).toBe(2);
  });

  it('goes on after a failure', async () => {
    const turns = new FairTurns(1);
    const failing = turns.run('bob', () => Promise.reject(new Error('failed')));
    const next = turns.run('eve', async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
