import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { withinTime } from '../../../platform/db/time-limit';
import { isOneOf } from '../../../platform/db/is-one-of';
import { holdsAt, type Span } from '../../store/validity';
import {
  END_COLUMNS,
  isReplaced,
  readDifferences,
  readProfiles,
  type ProfilePair,
  type RawAccess,
  type RawDifference,
  type RawEntity,
} from './profile-differences';

/** One end of a pair. */
export interface PairEnd {
  uri: string;
  type: string;
  name: string;
  accountId: string;
  nativeId: string;
  sourceUid: string;
}

/** The access of a pair at one moment. */
export interface HeldAccess {
  /** The modes of READ, WRITE and ADMIN: 0 none, 1 conditional, 2 unconditional. */
  modes: readonly [number, number, number];
  /** Names of the allowed actions with their letters. */
  actions: ReadonlyMap<string, string>;
  /** URIs of the identities or roles at the end of the paths: those that make the calls. */
  actors: readonly string[];
}

/** A pair of identity and resource whose access differs between two moments. */
export interface ChangedPair {
  identity: PairEnd;
  resource: PairEnd;
  /** Null: no access. */
  before: HeldAccess | null;
  after: HeldAccess | null;
}

/** Pairs of profiles compared in one statement. */
const TOGETHER = 20;

export interface DifferenceLimits {
  most: number;
  /** Returns how much time is left, ms. */
  timeLeft: () => number;
}

/**
 * Returns the pairs whose modes or sets of actions differ between the ends of a span, by the names of both; other sets can allow the same actions.
 * Identities with the same profiles at both ends have the same differences, which are therefore read once.
 * @returns `isComplete` false: there are more pairs, or time was up
 */
export async function readDifference(
  tx: Tx,
  tenantId: string,
  span: Span,
  { most, timeLeft }: DifferenceLimits,
): Promise<{ pairs: ChangedPair[]; isComplete: boolean }> {
  const profiles = await withinTime(tx, timeLeft(), () => readProfiles(tx, tenantId, span));
  if (!profiles) return { pairs: [], isComplete: false };
  const found = new FoundPairs(tx, tenantId, span);
  for (const together of inBatches(profiles)) {
    const rows = await withinTime(tx, timeLeft(), () => readDifferences(tx, tenantId, span, together, most + 1 - found.size));
    if (!rows) return { pairs: await found.read(), isComplete: false };
    for (const row of rows) for (const uri of together[row.at - 1]?.uris ?? []) if (found.size <= most) found.add(uri, row);
    if (found.size > most) return { pairs: (await found.read()).slice(0, most), isComplete: false };
  }
  return { pairs: await found.read(), isComplete: true };
}

/** Profiles that stay and those that are replaced are compared in other ways. */
function inBatches(profiles: readonly ProfilePair[]): ProfilePair[][] {
  const kinds = [profiles.filter((pair) => !isReplaced(pair)), profiles.filter(isReplaced)];
  return kinds.flatMap((ofKind) =>
    Array.from({ length: Math.ceil(ofKind.length / TOGETHER) }, (_, batch) => ofKind.slice(batch * TOGETHER, (batch + 1) * TOGETHER)),
  );
}

/** Pairs that were found, by the URIs of their identities. */
class FoundPairs {
  size = 0;
  readonly #rows = new Map<string, RawDifference[]>();

  constructor(
    private readonly tx: Tx,
    private readonly tenantId: string,
    private readonly span: Span,
  ) {}

  add(uri: string, row: RawDifference): void {
    const known = this.#rows.get(uri);
    if (known) known.push(row);
    else this.#rows.set(uri, [row]);
    this.size += 1;
  }

  /** Returns the pairs, by the names of both. */
  async read(): Promise<ChangedPair[]> {
    if (this.size === 0) return [];
    const rows = [...new Set([...this.#rows.values()].flat())];
    const sets = await readActionSets(
      this.tx,
      this.tenantId,
      rows.flatMap(({ before, after }) => [...(before?.sets ?? []), ...(after?.sets ?? [])]),
    );
    const identities = await this.#identities();
    return identities.flatMap((identity) =>
      (this.#rows.get(identity.uri) ?? []).map(({ resource, before, after }) => {
        const held = (access: RawAccess | null): HeldAccess | null =>
          access && { modes: access.modes, actions: sets.union(access.sets), actors: actorsOf(access, identity.uri) };
        return { identity: toEnd(identity), resource: toEnd(resource), before: held(before), after: held(after) };
      }),
    );
  }

  /** Reads the identities by name, as they are at one of the moments. */
  async #identities(): Promise<RawEntity[]> {
    const { since, until } = this.span;
    const { rows } = await sql<RawEntity>`
      select * from (
        select distinct on (i.uri) ${sql.join(END_COLUMNS.map((name) => sql.ref(`i.${name}`)))} from graph_entity i
        where ${isOneOf('i.uri', this.#rows.keys())}
          and (${holdsAt('i', this.tenantId, since)} or ${holdsAt('i', this.tenantId, until)})
        order by i.uri, i.is_identity desc, i.valid_from desc) i
      order by name, uri collate "C"`.execute(this.tx);
    return rows;
  }
}

function actorsOf({ actors }: RawAccess, identity: string): string[] {
  return [...new Set(actors.map((uri) => uri ?? identity))].sort();
}

async function readActionSets(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ActionSets> {
  const rows = await tx
    .selectFrom('graph_action_set')
    .select(['set_id', 'actions'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf('set_id', ids))
    .execute();
  return new ActionSets(new Map(rows.map(({ set_id: id, actions }) => [id, new Map(Object.entries(actions))])));
}

/** The actions of the sets that pairs refer to. */
class ActionSets {
  readonly #unions = new Map<string, ReadonlyMap<string, string>>();

  constructor(private readonly known: ReadonlyMap<string, ReadonlyMap<string, string>>) {}

  /** Returns the actions of several sets, the same object for the same sets. */
  union(ids: readonly string[]): ReadonlyMap<string, string> {
    const key = ids.join(' ');
    const known = this.#unions.get(key);
    if (known) return known;
    const union = new Map(ids.flatMap((id) => [...(this.known.get(id) ?? [])]));
    this.#unions.set(key, union);
    return union;
  }
}

function toEnd({ uri, type, name, account_id: accountId, native_id: nativeId, source_uid: sourceUid }: RawEntity): PairEnd {
  return { uri, type, name, accountId, nativeId, sourceUid };
}
