import { CallerDisconnected } from '../platform/db/cancellation';
import type { Mount } from '../platform/http/mount';
import { notFound } from '../platform/http/errors';
import { calendarRoutes } from './calendar-routes';

it('the calendar routes log an unexpected error and return their own code, but pass on expected errors', async () => {
  const handlers = new Map<string, (call: never) => Promise<unknown>>();
  const loggedErrors: unknown[] = [];
  let failure: Error = new Error('the disk is full');
  const sources = { progress: async () => Promise.reject(failure) };
  const mount = ((key: string, handler: (call: never) => Promise<unknown>) => void handlers.set(key, handler)) as unknown as Mount;
  calendarRoutes(mount, { sources, organizations: {} } as never);
  const call = { tenantId: 'one', request: { log: { error: (entry: { err: Error }) => loggedErrors.push(entry.err.message) } } };
  const progress = () => handlers.get('GET /v1/calendar/progress')?.(call as never);
  await expect(progress()).rejects.toMatchObject({ status: 500, code: 'CALENDAR_ERROR_UNKNOWN' });
  expect(loggedErrors).toEqual(['the disk is full']);
  failure = notFound('There is no such source any more.');
  await expect(progress()).rejects.toBe(failure);
  failure = new CallerDisconnected();
  await expect(progress()).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
  expect(loggedErrors).toHaveLength(1);
});
