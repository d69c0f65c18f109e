import { Readable } from 'node:stream';
import type { Context } from '../context';
import type { SourcesService } from '../sources/service';
import type { DemoBundle } from './files';
import type { DemoOptions } from './plan';
import { SMALL_COMPANY } from './small-company';
import { demoDays } from './tenant';
import { zipBundle } from './zip-bundle';

const JOB = 'demo.load';

const DAY = 86_400_000;

interface LoadJob {
  tenantId: string;
  /** Last day of the history, YYYY-MM-DD. */
  end: string;
  [key: string]: unknown;
}

/** Fills a tenant with the small made-up company: its bundles are imported like anybody's, one day after the other. */
export class DemoLoader {
  constructor(
    private readonly ctx: Context,
    private readonly sources: SourcesService,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, end }: LoadJob, { signal }) => this.#load(tenantId, { ...SMALL_COMPANY, end }, signal));
  }

  /** Queues the import of the company's history up to yesterday, the last day that is over everywhere. */
  async queue(tenantId: string): Promise<void> {
    const end = new Date(Date.now() - DAY).toISOString().slice(0, 10);
    await this.ctx.jobs.enqueue(JOB, { tenantId, end }, { onceFor: 'demo' });
  }

  /** A further try leaves out what the first one brought in. */
  async #load(tenantId: string, options: DemoOptions, signal: AbortSignal): Promise<void> {
    for (const { day, bundles } of demoDays(options)) {
      const sent: string[] = [];
      for (const bundle of bundles) {
        signal.throwIfAborted();
        const uid = await this.#send(tenantId, bundle);
        if (uid !== null) sent.push(uid);
      }
      await this.#imported(tenantId, sent, signal);
      this.ctx.log.info({ tenantId, day, sources: sent.length }, 'a day of the demo tenant is imported');
    }
  }

  /** Answers with the uid of the source; null where it is as far already. */
  async #send(tenantId: string, bundle: DemoBundle): Promise<string | null> {
    const { cloudType, accountId, name } = bundle;
    const takenAt = new Date(bundle.takenAt);
    const known = (await this.sources.list(tenantId, cloudType)).find((account) => account.account_id === accountId);
    if (known?.last_snapshot_time && new Date(known.last_snapshot_time) >= takenAt) return null;
    const content = Readable.from([await zipBundle(bundle, { compress: false })]);
    const { account } = await this.sources.importBundle(tenantId, { cloudType, accountId, name, fileName: 'demo.zip', takenAt, content });
    return account.uid;
  }

  /** Resolves when no import of the sources waits or is at work. Throws when the server stops. */
  #imported(tenantId: string, uids: readonly string[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = async (): Promise<void> => {
        const progress = await this.sources.progress(tenantId);
        if (!progress.some((source) => uids.includes(source.uid) && source.progress < 100)) end(resolve);
      };
      const fail = (error: unknown): void => end(() => reject(error as Error));
      const stop = (): void => fail(signal.reason);
      const unsubscribe = this.ctx.events.subscribe((event) => {
        if (event.tenantId === tenantId && event.kind === 'snapshot') void look().catch(fail);
      });
      const end = (settle: () => void): void => {
        unsubscribe();
        signal.removeEventListener('abort', stop);
        settle();
      };
      signal.addEventListener('abort', stop);
      void look().catch(fail);
    });
  }
}
