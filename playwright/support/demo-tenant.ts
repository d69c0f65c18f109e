import { test as base } from './console';
import { RunningCam } from './running-cam';

/** Sources of the made-up company. */
const SOURCES = 16;

/** The demo tenant, pulled and counted, for every test of the worker. */
export const test = base.extend<object, { running: RunningCam }>({
  running: [
    async ({ browserName: _any }, use) => {
      const running = await RunningCam.start({ CAM_DEMO: 'on' });
      await whole(running);
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/** A caller of the API with a token of the administrator. */
export async function adminApi(running: RunningCam): Promise<<T>(path: string) => Promise<T>> {
  const token = (await running.cli('token', '--user', 'admin@demo.example')).stdout.trim();
  return async <T>(path: string) => (await (await fetch(`${running.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T;
}

/** Until its sources, which the history of earlier days is imported of, are pulled and counted. */
async function whole(running: RunningCam): Promise<void> {
  const get = await adminApi(running);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (;;) {
    const { tenant } = await get<{ tenant: { account_info: { last_snapshot_time: string | null }[] } }>('/v1/tenants');
    const isRead =
      tenant.account_info.length >= SOURCES && tenant.account_info.every(({ last_snapshot_time: at }) => (at ?? '').slice(0, 10) > yesterday);
    const { counting } = await get<{ counting: boolean }>('/beta/healthStatus');
    if (isRead && !counting) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
