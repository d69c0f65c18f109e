import type { Logger } from 'pino';
import type { Config } from './config';
import type { Db } from './db/database';
import type { Events } from './events/events';
import type { Jobs } from './jobs/jobs';
import type { ObjectStorage } from './storage';
import type { Telemetry } from './telemetry/telemetry';

/** The shared services of all areas, made once at the start. */
export interface Context {
  config: Config;
  /** Origin of the console in browsers, with the real port. */
  publicUrl: string;
  db: Db;
  storage: ObjectStorage;
  jobs: Jobs;
  events: Events;
  log: Logger;
  telemetry: Telemetry;
}
