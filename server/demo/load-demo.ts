import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../src/platform/context';
import { ApiError } from '../src/platform/http/errors';
import type { TiersService } from '../src/graph';
import type { SourceConnections, OrganizationsService, SourcesService } from '../src/sources';
import { Calendar } from './calendar';
import { ACQUIRED, COMPANY } from './company/company';
import type { DemoCloud } from './demo-cloud';
import type { DemoBundle } from './files';
import { Plan, type DemoOptions } from './plan';
import { SMALL_COMPANY } from './small-company';
import { toAzureApiFormat } from './stand-ins/azure-stand-in';
import type { CompanyCloud } from './stand-ins/company-cloud';
import { demoDays } from './tenant';
import { tierRules } from './tier-rules';
import { zipBundle } from './zip-bundle';

const JOB = 'demo.load';

const DAY = 86_400_000;

/** How long the data waits at most for `mayBegin`, and how often it asks, ms. */
const LONGEST_WAIT = 300_000;
const POLL = 500;

interface LoadJob {
  tenantId: string;
  /** Last day of the company's history, YYYY-MM-DD. */
  end: string;
  [key: string]: unknown;
}

interface DemoServices {
  sources: SourcesService;
  tiers: Pick<TiersService, 'create'>;
  connections: SourceConnections;
  organizations: OrganizationsService;
  cloud: DemoCloud;
  /** Returns whether the data may be loaded yet. Loading it uses a whole core, which the first build of the console needs. */
  mayBegin: () => Promise<boolean>;
}

/**
 * Fills a tenant with the small made-up company. Its earlier days are imported as bundles. Then its sources are connected and pulled daily from
 * local servers that stand in for the providers.
 */
export class DemoLoader {
  constructor(
    private readonly ctx: Context,
    private readonly services: DemoServices,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, end }: LoadJob, { signal }) => this.#load(tenantId, { ...SMALL_COMPANY, end }, signal));
  }

  /** Queues the history up to yesterday, the last day that is over in every time zone. */
  async queue(tenantId: string): Promise<void> {
    const end = new Date(Date.now() - DAY).toISOString().slice(0, 10);
    await this.ctx.jobs.enqueue(JOB, { tenantId, end }, { singletonKey: 'demo' });
  }

  /** Loads the tenant. A further attempt skips bundles that are already imported. */
  async #load(tenantId: string, options: DemoOptions, signal: AbortSignal): Promise<void> {
    for (const latest = Date.now() + LONGEST_WAIT; Date.now() < latest && !(await this.services.mayBegin());)
      await delay(POLL, undefined, { signal });
    await this.#addTierRules(tenantId, options.end);
    for (const { day, bundles } of demoDays(options)) {
      if (day === options.end) break;
      const sent: string[] = [];
      for (const bundle of bundles) {
        signal.throwIfAborted();
        const uid = await this.#send(tenantId, bundle);
        if (uid !== null) sent.push(uid);
      }
      await this.#untilIdle(tenantId, sent, signal);
      this.ctx.log.info({ tenantId, day, sources: sent.length }, 'imported a day of the demo tenant');
    }
    await this.#connect(tenantId, await this.services.cloud.open(options.end), signal);
    await this.services.sources.pulls.queueDue(tenantId);
    const uids = (await this.services.sources.progress(tenantId)).map(({ uid }) => uid);
    await this.#untilIdle(tenantId, uids, signal);
    this.ctx.log.info({ tenantId, sources: uids.length }, 'pulled the sources of the demo tenant');
  }

  /** Adds the company's tier rules, which are evaluated with each snapshot that follows. */
  async #addTierRules(tenantId: string, end: string): Promise<void> {
    for (const rule of tierRules(new Plan(SMALL_COMPANY, new Calendar(end, 0)))) {
      await this.services.tiers.create(tenantId, rule, COMPANY).catch((error: unknown) => {
        // An earlier attempt added it.
        if (!(error instanceof ApiError) || error.code !== 'NAME_TAKEN') throw error;
      });
    }
  }

  /** Imports a bundle. Returns the uid of its source, or null if the source is already as recent. */
  async #send(tenantId: string, bundle: DemoBundle): Promise<string | null> {
    const { cloudType, accountId, name } = bundle;
    const { sources } = this.services;
    const takenAt = new Date(bundle.takenAt);
    const known = (await sources.list(tenantId, cloudType)).find((account) => account.account_id === accountId);
    if (known?.last_snapshot_time && new Date(known.last_snapshot_time) >= takenAt) return null;
    // Later pulls use Azure's API, whose format differs from the command line's. Mixing both would look like changes.
    const exported = cloudType === 'AZURE' ? toAzureApiFormat(bundle) : bundle;
    const content = Readable.from([await zipBundle(exported, { compress: false })]);
    const { account } = await sources.importBundle(tenantId, { cloudType, accountId, name, fileName: 'demo.zip', takenAt, content });
    return account.uid;
  }

  /** Connects the sources, directories first, because the clouds refer to their users. */
  async #connect(tenantId: string, company: CompanyCloud, signal: AbortSignal): Promise<void> {
    const { connections, organizations, sources } = this.services;
    const account = async (cloud: 'IDP_AZURE_AD' | 'IDP_OKTA', block: 'azureInfo' | 'okta_idp_info'): Promise<void> => {
      const [bundle] = company.bundles(cloud);
      const { uid } = await connections.create(tenantId, cloud, bundle?.name ?? COMPANY, { [block]: company.credentials(cloud) });
      await sources.pulls.queue(tenantId, uid, 'CONNECTION');
    };
    const steps: (() => Promise<unknown>)[] = [
      () => account('IDP_AZURE_AD', 'azureInfo'),
      () => account('IDP_OKTA', 'okta_idp_info'),
      () => organizations.create(tenantId, 'AWS', `${COMPANY} AWS`, { blocks: { aws_info: company.credentials('AWS') } }),
      () => organizations.create(tenantId, 'AWS', `${ACQUIRED} AWS`, { blocks: { aws_info: company.credentials('AWS', 1) } }),
      () => organizations.create(tenantId, 'AZURE', `${COMPANY} Azure`, { blocks: { azureInfo: company.credentials('AZURE') } }),
      () => organizations.create(tenantId, 'GCP', `${COMPANY} Google Cloud`, { blocks: { gcp_info: company.credentials('GCP') } }),
    ];
    for (const connect of steps) {
      signal.throwIfAborted();
      await connect().catch((error: unknown) => {
        // An earlier attempt connected it.
        if (!(error instanceof ApiError) || error.code !== 'SOURCE_EXISTS') throw error;
      });
    }
  }

  /** Resolves when no import or pull of the sources waits or runs. Rejects when the server stops. */
  #untilIdle(tenantId: string, uids: readonly string[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = async (): Promise<void> => {
        const progress = await this.services.sources.progress(tenantId);
        if (!progress.some((source) => uids.includes(source.uid) && source.progress < 100)) end(resolve);
      };
      const fail = (error: unknown): void => end(() => reject(error as Error));
      const stop = (): void => fail(signal.reason);
      const unsubscribe = this.ctx.events.subscribe((event) => {
        if (event.tenantId === tenantId && event.kind === 'snapshot') void check().catch(fail);
      });
      const end = (settle: () => void): void => {
        unsubscribe();
        signal.removeEventListener('abort', stop);
        settle();
      };
      signal.addEventListener('abort', stop);
      void check().catch(fail);
    });
  }
}
