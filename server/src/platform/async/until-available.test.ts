import { DatabaseUnavailable } from '../db/unavailable';
import { untilAvailable } from './until-available';

const away = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('read ECONNRESET'));

it('repeats the work until the database responds', async () => {
  const outages: DatabaseUnavailable[] = [];
  const work = jest.fn<Promise<string>, []>().mockRejectedValueOnce(away()).mockResolvedValueOnce('done');
  await expect(untilAvailable(work, { onOutage: (error) => outages.push(error), signal: new AbortController().signal })).resolves.toBe('done');
  expect(outages).toEqual([away()]);
});

it('passes on an error of another server', async () => {
  const wrong = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const work = jest.fn<Promise<void>, []>().mockRejectedValue(wrong);
  await expect(untilAvailable(work, { onOutage: () => undefined, signal: new AbortController().signal })).rejects.toBe(wrong);
  expect(work).toHaveBeenCalledTimes(1);
});

it('ends when the server stops', async () => {
  const stop = new AbortController();
  const waiting = untilAvailable(() => Promise.reject(away()), { onOutage: () => stop.abort(), signal: stop.signal });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
