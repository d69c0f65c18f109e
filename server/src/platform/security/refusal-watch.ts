/** Kinds of refusals that are counted separately. */
export type RefusalKind = 'sign-in' | 'token' | 'right' | 'limit';

/** An unusual number of refusals. */
export interface RefusalAlarm {
  kind: RefusalKind;
  /** The user (`tenant e-mail`), or the network address of a client without one. */
  who: string;
  /** Refusals in the last ten minutes. */
  count: number;
}

/** Refusals within the window that raise an alarm. Expired tokens of open consoles are usual, and so are users behind one address. */
const USUAL: Readonly<Record<RefusalKind, number>> = { 'sign-in': 20, token: 200, right: 30, limit: 30 };
const WINDOW = 10 * 60_000;
/** Pairs of a kind and a client that are remembered. An attack with more clients raises the alarm of those that remain. */
const MOST_CLIENTS = 10_000;

interface Count {
  count: number;
  since: number;
}

/** Notices clients with an unusual number of refused requests, and raises one alarm for each in ten minutes. */
export class RefusalWatch {
  readonly #counts = new Map<string, Count>();

  /** @param now returns the time, ms since 1970 */
  constructor(
    private readonly raise: (alarm: RefusalAlarm) => void,
    private readonly now: () => number = Date.now,
  ) {}

  refused(kind: RefusalKind, who: string): void {
    const key = `${kind} ${who}`;
    const now = this.now();
    const known = this.#counts.get(key);
    const counted = known && now - known.since < WINDOW ? { ...known, count: known.count + 1 } : { count: 1, since: now };
    this.#counts.delete(key);
    this.#counts.set(key, counted);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size > MOST_CLIENTS) this.#counts.delete(oldest);
    if (counted.count === USUAL[kind]) this.raise({ kind, who, count: counted.count });
  }
}
