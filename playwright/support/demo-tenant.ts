import { test as base } from './console';
import { RunningCam } from './running-cam';

/** A CAM with the demo tenant, pulled and counted, for every test of the worker. */
export const test = base.extend<object, { running: RunningCam }>({
  running: [
    async ({ browserName: _any }, use) => {
      const running = await RunningCam.start({ CAM_DEMO: 'on' }, 'demo');
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 1_200_000 },
  ],
});

/** Returns a caller of the API with a token of the administrator. A call with a body is a POST. */
export async function adminApi(running: RunningCam): Promise<<T>(path: string, body?: object) => Promise<T>> {
  const token = (await running.cli('token', '--user', 'admin@demo.example')).stdout.trim();
  return async <T>(path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${running.url}${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
