/** Who started a session. */
export interface SessionStarter {
  /**
   * The names of everybody who started it, as logs know them, the first of a chain first: of a person, a workload or a service, and of the roles
   * in between. `UNKNOWN_STARTER` stands for somebody whom the log does not name.
   */
  names: readonly string[];
  /** The person at the start, by native id or e-mail address; empty: unknown, or not a person. */
  person: string;
}

/** The name of somebody unknown in `UsageFact.startedBy`. */
export const UNKNOWN_STARTER = '';

export const UNKNOWN_SESSION: SessionStarter = { names: [UNKNOWN_STARTER], person: '' };

/** Returns who started a session, by the handle that its events carry. */
export type StarterOf = (session: string) => SessionStarter;

/** The allowed uses in the sessions of one starter. */
export interface StartedUse {
  /** Time of the last one, ISO 8601 in UTC. */
  at: string;
  n: number;
}

/** Adds the uses of one starter to those of others. A map, because logs may name a user `__proto__`. */
export function addStarted(uses: Map<string, StartedUse>, name: string, { at, n }: StartedUse): void {
  const known = uses.get(name);
  uses.set(name, known ? { at: at > known.at ? at : known.at, n: known.n + n } : { at, n });
}

/** Returns the starters in the order of their names, so that the order of the records makes no difference. */
export function byStarterName(uses: ReadonlyMap<string, StartedUse>): Record<string, StartedUse> {
  return Object.fromEntries([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
}
