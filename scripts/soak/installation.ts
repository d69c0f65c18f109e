import { existsSync, readFileSync } from 'node:fs';
import { findPostgres, startPostgres, type TestPostgres } from '../../server/test/support/postgres.cjs';
import { startMailServer, startWebhook } from '../../server/test/support/receivers';
import { startServer, type ServerProcess } from '../../server/test/support/server-process.cjs';

export type Process = 'server' | 'database';

/** The processes that a moment of the soak ends. The embedded database ends with its server. */
export const VICTIMS = ['server', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Returns the processes that are killed, each of which counts. */
export function processesOf(victim: Victim): readonly Process[] {
  return victim === 'both' ? ['server', 'database'] : [victim];
}

/** The end of a log that a finding shows, characters. */
const LOG_SHOWN = 3000;

/** A server with its database and its receivers of messages, which the soak kills and starts again on the same data. */
export class Installation {
  /** The server is being stopped or killed. */
  #isStopping = false;
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
    private readonly onFallen: (how: string, log: string) => void,
  ) {
    this.#watch();
  }

  /**
   * @param database `postgres` fails without PostgreSQL on this machine; `embedded` runs in the server
   * @param onFallen is told when the server ended by itself, with its signal or exit code and the end of its log
   */
  static async start(database: 'postgres' | 'embedded', onFallen: (how: string, log: string) => void): Promise<Installation> {
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
    return new Installation(server, { ...env, CAM_DATA: server.dataDir, PORT: new URL(server.url).port }, postgres, mail, chat, onFallen);
  }

  /** Tells when the present server process ends although nobody stopped it. */
  #watch(): void {
    const { server } = this;
    void server.ended.then((how) => {
      if (this.server === server && !this.#isStopping) this.onFallen(how, server.log().slice(-LOG_SHOWN));
    });
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
    this.#isStopping = victim !== 'database';
    if (victim !== 'database') await this.server.stop({ signal: 'SIGKILL', keepData: true });
    if (victim !== 'server') {
      this.postgres?.crash();
      this.postgres?.start();
    }
    if (victim !== 'database') {
      this.server = await startServer(this.env);
      this.#isStopping = false;
      this.#watch();
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
    this.#isStopping = true;
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
