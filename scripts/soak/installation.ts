import { existsSync, readFileSync } from 'node:fs';
import { findPostgres, startPostgres, type TestPostgres } from '../../server/test/support/postgres.cjs';
import { startMailServer, startWebhook } from '../../server/test/support/receivers';
import { startServer, type ServerProcess } from '../../server/test/support/server-process.cjs';

/** The processes that a kill ends. The embedded database ends with its server. */
export const VICTIMS = ['server', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** A server with its database and its receivers of messages, which the soak kills and starts again on the same data. */
export class Installation {
  /** Number of kills so far; a call that saw another number when it began may fail. */
  kills = 0;
  /** A process is away. */
  isDown = false;
  /** Memory of the server before kills and at the end, bytes. */
  readonly memory: number[] = [];
  /** Times from a kill of the server until it served again, ms. */
  readonly restarts: number[] = [];

  private constructor(
    private server: ServerProcess,
    private readonly env: Record<string, string>,
    readonly postgres: TestPostgres | null,
    readonly mail: Awaited<ReturnType<typeof startMailServer>>,
    readonly chat: Awaited<ReturnType<typeof startWebhook>>,
  ) {}

  /** @param database `postgres` fails without PostgreSQL on this machine; `embedded` runs in the server */
  static async start(database: 'postgres' | 'embedded'): Promise<Installation> {
    const postgres = database === 'postgres' ? await startPostgres() : null;
    const [mail, chat] = [await startMailServer(), await startWebhook()];
    const env = {
      CAM_DEMO: 'none',
      CAM_SMTP_URL: mail.url,
      CAM_MAIL_FROM: 'cam@company.example',
      CAM_ALLOWED_NETWORKS: '127.0.0.0/8',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    };
    const server = await startServer(env);
    return new Installation(server, { ...env, CAM_DATA: server.dataDir, PORT: new URL(server.url).port }, postgres, mail, chat);
  }

  get url(): string {
    return this.server.url;
  }

  get operatorHeaders(): Record<string, string> {
    return { authorization: `Operator ${this.server.operatorKey}` };
  }

  /** Returns the kinds of kills that this installation permits. */
  get victims(): readonly Victim[] {
    return this.postgres ? VICTIMS : ['server'];
  }

  /** Kills processes with SIGKILL, and starts them again. */
  async kill(victim: Victim): Promise<void> {
    this.measure();
    this.kills += 1;
    this.isDown = true;
    const began = performance.now();
    if (victim !== 'database') await this.server.stop({ signal: 'SIGKILL', keepData: true });
    if (victim !== 'server') {
      this.postgres?.crash();
      this.postgres?.start();
    }
    if (victim !== 'database') {
      this.server = await startServer(this.env);
      this.restarts.push(performance.now() - began);
    }
    this.isDown = false;
  }

  /** Notes the memory of the server, where the system tells it (Linux). */
  measure(): void {
    const file = `/proc/${this.server.pid}/status`;
    if (!existsSync(file)) return;
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (kilobytes) this.memory.push(Number(kilobytes) * 1024);
  }

  /** Returns the log of the present server process. */
  log(): string {
    return this.server.log();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.server.removeData();
    this.postgres?.stop();
    await Promise.all([this.mail.stop(), this.chat.stop()]);
  }
}

/** Returns the database that this machine permits. */
export function availableDatabase(): 'postgres' | 'embedded' {
  return findPostgres() ? 'postgres' : 'embedded';
}
