import type { Logger } from 'pino';
import type { Config } from './config';
import type { Db } from './db/database';
import type { Events } from './events/events';
import type { Jobs } from './jobs/jobs';

/** Everything an area may use; made once at start. */
export interface Context {
  config: Config;
  /** Origin under which browsers reach the console, with the real port. */
  publicUrl: string;
  db: Db;
  jobs: Jobs;
  events: Events;
  log: Logger;
}
