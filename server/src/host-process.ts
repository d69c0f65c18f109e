import type { Logger } from 'pino';
import type { Config } from './platform/config';
import { createApp } from './platform/http/app';
import { serveConsole } from './platform/http/console-files';
import { stopServing } from './platform/http/stop-serving';
import { Metrics } from './platform/metrics/metrics';
import { metricsRoute } from './platform/metrics/metrics-route';

/** Serves the console's files alone (CAM_ROLE=host), behind an edge that passes calls to the API. It needs neither a database nor a data folder. */
export async function serveHost(config: Config, { port, publicUrl, log }: { port: number; publicUrl: string; log: Logger }): Promise<void> {
  const metrics = new Metrics(config.role);
  const app = createApp(log, {
    publicUrl,
    tryOrigins: config.tryOrigins,
    askedOrigins: askedOrigins(config),
    trustedProxies: config.trustedProxies,
    timeouts: config.timeouts,
    onAnswer: (answer) => metrics.requestEnded(answer),
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  metricsRoute(app, metrics, config.metricsToken);
  serveConsole(app, config.hostDir);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void stopServing(app, config.timeouts.stop * 1000).then(() => process.exit(0));
    });
  await app.listen({ port, host: config.host });
  log.info({ role: config.role, url: `http://127.0.0.1:${port}` }, 'serving');
}

/** Returns the origins of other products that the console calls. */
export function askedOrigins({ oidc, analytics }: Pick<Config, 'oidc' | 'analytics'>): string[] {
  return [oidc?.issuer, analytics?.url].flatMap((url) => (url ? [new URL(url).origin] : []));
}
