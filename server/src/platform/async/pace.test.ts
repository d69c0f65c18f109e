import { Pace } from './pace';

function paced() {
  let at = 0;
  const pace = new Pace({ now: () => at });
  const pass = (ms: number): void => {
    at += ms;
  };
  return { pace, pass, run: (ms: number) => pace.run('tenant', async () => pass(ms)) };
}

test('the first run, whose duration is unknown, comes half an hour after the first request', () => {
  const { pace, pass } = paced();
  expect(pace.isDue('tenant')).toBe(false);
  pass(30 * 60_000 - 1);
  expect(pace.isDue('tenant')).toBe(false);
  pass(1);
  expect(pace.isDue('tenant')).toBe(true);
  expect(pace.isDue('another')).toBe(false);
});

test('after a run of more than ten seconds, the next one is due after half an hour at the earliest', async () => {
  const { pace, pass, run } = paced();
  await run(10_001);
  pass(30 * 60_000 - 1);
  expect(pace.isDue('tenant')).toBe(false);
  pass(1);
  expect(pace.isDue('tenant')).toBe(true);
});

test('the pause after a run is twenty times as long as the run', async () => {
  const { pace, pass, run } = paced();
  await run(3000);
  pass(59_999);
  expect(pace.isDue('tenant')).toBe(false);
  pass(1);
  expect(pace.isDue('tenant')).toBe(true);
});

test('an owner may allow a smaller share', async () => {
  let at = 0;
  const pace = new Pace({ now: () => at }, 1 / 100);
  await pace.run('tenant', async () => void (at += 1000));
  at += 99_999;
  expect(pace.isDue('tenant')).toBe(false);
  at += 1;
  expect(pace.isDue('tenant')).toBe(true);
});

test('no run is due while one is under way', async () => {
  const { pace, pass } = paced();
  await pace.run('tenant', async () => {
    pass(60_000);
    expect(pace.isDue('tenant')).toBe(false);
  });
});

test('a failed run counts', async () => {
  const { pace, pass } = paced();
  const failing = pace.run('tenant', () => {
    pass(1000);
    return Promise.reject(new Error('no connection'));
  });
  await expect(failing).rejects.toThrow('no connection');
  expect(pace.isDue('tenant')).toBe(false);
});
