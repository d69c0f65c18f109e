import { Readable } from 'node:stream';
import { Incoming } from './incoming';
import type { Context } from '../../platform/context';

it('takes 60 messages of a connection within a minute', async () => {
  const ctx = { db: { system: async () => undefined } } as unknown as Context;
  const incoming = new Incoming(ctx, {} as never);
  const send = (connectionId: string): Promise<number> =>
    incoming
      .take({ connectionId, headers: {}, address: '', raw: Readable.from([Buffer.from('{}')]) })
      .catch((error: { status: number }) => error.status);
  const statuses = await Promise.all(Array.from({ length: 61 }, () => send('one')));
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
  expect(statuses[60]).toBe(429);
  expect(await send('another')).toBe(404);
});
