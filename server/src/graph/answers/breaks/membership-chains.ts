import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { withMemberships } from '../with-memberships';
import type { WayMembership } from './ways';

/** The most chains between a member and a group that are told apart. A trial shows whatever is left. */
const MOST_CHAINS = 20;

/** The most groups that are followed in search of these chains: circles and wide nesting have very many. */
const MOST_STEPS = 5000;

/** A direct membership, by the URIs of its ends. */
export interface JoinedGroup {
  member: string;
  group: string;
}

/** The ways in which entities are members of groups, also through other groups. */
export class MembershipChains {
  readonly #groupsOf: ReadonlyMap<string, readonly JoinedGroup[]>;

  constructor(joins: readonly JoinedGroup[]) {
    this.#groupsOf = groupBy(joins, ({ member }) => member);
  }

  /**
   * Returns the chains of direct memberships that make somebody a member of a group, the shortest first. Whatever ends the membership hits each of them.
   * The membership counts as direct if no chain is known.
   */
  between(member: string, group: string): WayMembership[][] {
    const found: WayMembership[][] = [];
    const waiting: { at: string; chain: WayMembership[] }[] = [{ at: member, chain: [] }];
    for (let steps = 0; steps < MOST_STEPS && found.length < MOST_CHAINS; steps += 1) {
      const next = waiting.shift();
      if (!next) break;
      for (const join of this.#groupsOf.get(next.at) ?? []) {
        if (join.group === member || next.chain.some((passed) => passed.group === join.group)) continue;
        const chain = [...next.chain, { kind: 'MEMBERSHIP' as const, ...join }];
        if (join.group === group) found.push(chain);
        else waiting.push({ at: join.group, chain });
      }
    }
    return found.length > 0 ? found : [[{ kind: 'MEMBERSHIP', member, group }]];
  }
}

/** Returns the memberships of entities, and of the groups that they are in. @param uris of the entities */
export async function readMembershipChains(tx: Tx, tenantId: string, uris: readonly string[]): Promise<MembershipChains> {
  const { rows } = await sql<JoinedGroup>`
    ${withMemberships({ tenantId, snapshotId: null }, uris)}
    select distinct child_uri member, parent_uri "group" from joined order by 1, 2`.execute(tx);
  return new MembershipChains(rows);
}
