import { readAhead } from './read-ahead';

/** Yields numbers, and notes what happens. */
async function* counting(to: number, log: string[]): AsyncGenerator<number> {
  try {
    for (let number = 1; number <= to; number += 1) {
      log.push(`read ${number}`);
      yield number;
    }
    log.push('no more');
  } finally {
    log.push('closed');
  }
}

it('reads one part ahead, in order', async () => {
  const log: string[] = [];
  for await (const number of readAhead(counting(3, log))) {
    await Promise.resolve();
    log.push(`use ${number}`);
  }
  expect(log.filter((line) => line.startsWith('use'))).toEqual(['use 1', 'use 2', 'use 3']);
  expect(log.indexOf('read 2')).toBeLessThan(log.indexOf('use 1'));
  expect(log.indexOf('read 3')).toBeLessThan(log.indexOf('use 2'));
  expect(log.indexOf('read 3')).toBeGreaterThan(log.indexOf('use 1'));
});

it('closes the list when its caller stops', async () => {
  const log: string[] = [];
  for await (const number of readAhead(counting(3, log))) if (number === 1) break;
  expect(log).toContain('closed');
  expect(log).not.toContain('read 3');
});

it('passes an error on after the parts before it', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error('the disk is full');
  }
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const number of readAhead(failing())) seen.push(number);
    })(),
  ).rejects.toThrow('the disk is full');
  expect(seen).toEqual([1]);
});
