import { hasRsyslog, startMailServer, startRsyslog, startWebhook } from '../../server/test/support/receivers';
import { test as base } from './console';
import { RunningCam } from './running-cam';

export { hasRsyslog };

interface Receivers {
  mail: Awaited<ReturnType<typeof startMailServer>>;
  chat: Awaited<ReturnType<typeof startWebhook>>;
  /** Null if this machine has no rsyslog. */
  syslog: Awaited<ReturnType<typeof startRsyslog>> | null;
}

/** A CAM that may notify receivers on this machine: a mail server, a chat service and, if installed, Debian's rsyslog. */
export const test = base.extend<object, { receivers: Receivers; running: RunningCam }>({
  receivers: [
    async ({ browserName: _any }, use) => {
      const receivers = { mail: await startMailServer(), chat: await startWebhook(), syslog: hasRsyslog ? await startRsyslog() : null };
      await use(receivers);
      await Promise.all(Object.values(receivers).map((receiver) => receiver?.stop()));
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ receivers }, use) => {
      const running = await RunningCam.start({
        CAM_SMTP_URL: receivers.mail.url,
        CAM_MAIL_FROM: 'cam@company.example',
        CAM_ALLOWED_NETWORKS: '127.0.0.0/8',
      });
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
