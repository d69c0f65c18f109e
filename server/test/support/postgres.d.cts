/** Folder with initdb and pg_ctl, or null where PostgreSQL is not on this machine. */
export function findPostgres(): string | null;

export interface TestPostgres {
  url: string;
  stop: () => void;
  /** Kills the server, so that all connections are lost. */
  crash: () => void;
  /** Starts the server after a crash. */
  start: () => void;
  /** Copies the files of the database into a new folder, for `startPostgres` to start on. The server pauses meanwhile. */
  copyFiles: (to: string) => void;
}

/**
 * A PostgreSQL of its own in a temporary folder, on loopback, with a database that belongs to an ordinary user.
 * @param options.from the files that `copyFiles` kept; without them, the database is empty
 */
export function startPostgres(options?: { from?: string | null }): Promise<TestPostgres>;

/**
 * Makes a database with the schema, a copy of the suite's template.
 * @param url an address on the server; its database must not be the template
 * @param options `connectTo`: the database to connect to instead
 * @returns the address of the new database
 */
export function createDatabase(url: string, options?: { connectTo?: string | null }): Promise<string>;

/** Returns the variables of a server on a database that is the template or a copy of it. */
export function onDatabase(url: string): { DATABASE_URL: string; CAM_SECRET_KEY: string };
