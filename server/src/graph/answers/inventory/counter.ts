import type { Context } from '../../../platform/context';
import type { InventoryScope } from '../counts/parts';
import type { HolderCount } from '../counts/count-holders';
import type { GraphInventory } from '../counts/graph-inventory';
import { replacePeople } from '../../store/people';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { Pace } from '../../../platform/async/pace';
import { countServices } from './count-services';
import { RowTotals, totalIdentities, totalPrivileges } from './count-totals';
import { countUnused } from './count-unused';
import type { Fact, HolderFact, IdentityFact, ReachFact } from './facts';
import { addFacts, beginCount, dropCount, publishCount, readState, type CountState } from './store';

const JOB = 'inventory.count';

/** The most tenants to count in parallel. */
const AT_ONCE = 3;

/** Delay after a graph change, because imports often come in series, ms. */
const PAUSE = 1500;

/** Access becomes unused as days pass, even if the graph stays the same. */
const STALE = 12 * 60 * 60 * 1000;

/**
 * A count may take this share of the time during a series of imports: compliance, scores, risks of alerts and choke points follow it, and together take about
 * five times as long as the count.
 */
const SHARE = 1 / 100;

/** Facts per transaction. */
const CHUNK = 5000;

/** The calls into the sources area. */
export interface ReadSources {
  progress(tenantId: string): Promise<{ current_phase_enum: string }[]>;
  isSettling(tenantId: string): Promise<boolean>;
}

/** Events of a tenant that wait for the imports after them. */
interface Waiting {
  timer: NodeJS.Timeout;
  /** True after one that changed the graph. */
  isChanged: boolean;
}

interface CounterDependencies {
  graph: { inventory: GraphInventory };
  sources: ReadSources;
  counted: (tenantId: string) => Promise<void>;
  /** Called after imports that leave the counts as they are. */
  unchanged: (tenantId: string) => Promise<void>;
}

/** Counts a tenant's inventory whenever its graph changes. Pages read the stored counts and never count themselves. */
export class InventoryCounter {
  readonly #waiting = new Map<string, Waiting>();
  readonly #pace = new Pace(Date, SHARE);
  #isStopped = false;

  constructor(
    private readonly ctx: Context,
    private readonly deps: CounterDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { id }) => this.#countOrDrop(tenantId, id), { atOnce: AT_ONCE });
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind === 'snapshot') this.#wait(tenantId, true);
      if (kind === 'import') this.#wait(tenantId, false);
    });
  }

  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  /** Counts again when the stored count is out of date, a day old or unfinished. */
  async resume(tenantId: string): Promise<void> {
    const { state, head } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      state: await readState(tx, tenantId),
      head: await this.deps.graph.inventory.head(tx, tenantId),
    }));
    // An interrupted count resumes by itself. A failed one must be cleared here, or it would seem to run forever.
    if (head === 0 || (head === state.head && !isOld(state) && state.runningId === null)) return;
    if (await this.deps.sources.isSettling(tenantId)) this.#wait(tenantId, true);
    else await this.#queue(tenantId);
  }

  /** Returns whether a count runs, was interrupted, or waits for imports. */
  async isCounting(tenantId: string): Promise<boolean> {
    if (this.#waiting.has(tenantId)) return true;
    return (await this.ctx.db.tenant(tenantId, (tx) => readState(tx, tenantId))).runningId !== null;
  }

  /** @param isChanged false: the graph stayed the same, so that only the passing of days can have changed the counts */
  #wait(tenantId: string, isChanged: boolean): void {
    if (this.#isStopped) return;
    const waiting = this.#waiting.get(tenantId);
    clearTimeout(waiting?.timer);
    const timer = setTimeout(() => {
      this.#queueWhenRead(tenantId).catch((err: unknown) => this.ctx.log.warn({ err, tenantId }, 'the inventory could not be queued for counting'));
    }, PAUSE);
    this.#waiting.set(tenantId, { timer, isChanged: isChanged || (waiting?.isChanged ?? false) });
  }

  /** The next import would outdate the count, which would slow it down. During a series of imports, only short counts run, at a pace, and long ones seldom. */
  async #queueWhenRead(tenantId: string): Promise<void> {
    if (await this.#isTooEarly(tenantId)) return this.#wait(tenantId, false);
    const isChanged = this.#waiting.get(tenantId)?.isChanged ?? false;
    this.#waiting.delete(tenantId);
    if (isChanged || isOld(await this.ctx.db.tenant(tenantId, (tx) => readState(tx, tenantId)))) await this.#queue(tenantId);
    else await this.deps.unchanged(tenantId);
  }

  async #isTooEarly(tenantId: string): Promise<boolean> {
    return (await this.deps.sources.isSettling(tenantId)) && !this.#pace.isDue(tenantId);
  }

  async #queue(tenantId: string): Promise<void> {
    if (!this.#isStopped) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `count ${tenantId}` });
  }

  /** Clears a failed count, so that it does not seem to run forever. One that the end of the server interrupted may find imports that it must wait for. */
  async #countOrDrop(tenantId: string, countId: string): Promise<void> {
    if (await this.#isTooEarly(tenantId)) {
      await this.ctx.db.tenant(tenantId, (tx) => dropCount(tx, tenantId, countId));
      return this.#wait(tenantId, true);
    }
    try {
      await this.#pace.run(tenantId, () => this.#count(tenantId, countId));
    } catch (error) {
      // A database failure here must not hide the original error. The next start counts again.
      await this.ctx.db.tenant(tenantId, (tx) => dropCount(tx, tenantId, countId)).catch(() => undefined);
      throw error;
    }
  }

  async #count(tenantId: string, countId: string): Promise<void> {
    const { db } = this.ctx;
    const head = await db.tenant(tenantId, async (tx) => {
      await beginCount(tx, tenantId, countId);
      return this.deps.graph.inventory.head(tx, tenantId);
    });
    const add = async (facts: readonly Fact[]): Promise<void> => {
      for (let start = 0; start < facts.length; start += CHUNK) {
        await db.tenant(tenantId, (tx) => addFacts(tx, tenantId, countId, facts.slice(start, start + CHUNK)));
      }
    };
    const rows = new RowTotals();
    for await (const facts of this.#facts({ tenantId, now: new Date() })) {
      await add(facts);
      rows.add(facts);
    }
    await add(rows.facts());
    const people = await this.deps.graph.inventory.count({ tenantId, now: new Date() }, 'people');
    const isPublished = await db.tenant(tenantId, async (tx) => {
      if (!(await publishCount(tx, tenantId, countId, head))) return false;
      await replacePeople(tx, tenantId, people);
      return true;
    });
    this.ctx.log.info({ tenantId, head, facts: rows.all }, isPublished ? 'inventory counted' : 'counting was overtaken by a newer one');
    if (isPublished) await this.deps.counted(tenantId);
  }

  async *#facts(scope: InventoryScope): AsyncGenerator<Fact[]> {
    const { inventory } = this.deps.graph;
    const types = await inventory.count(scope, 'types');
    yield types.map((value) => ({
      section: 'type' as const,
      key: `${value.account_id} ${value.type}`,
      account_id: value.account_id,
      name: value.type,
      value,
    }));
    const access = await inventory.count(scope, 'access');
    yield access.map((value) => ({
      section: 'access' as const,
      key: `${value.account_id} ${value.type}`,
      account_id: value.account_id,
      name: value.type,
      value,
    }));
    const holders = await inventory.count(scope, 'holders');
    yield await runCooperatively(holderFacts(holders));
    yield await runCooperatively(reachFacts(holders));
    const privileges = await inventory.count(scope, 'privileges');
    yield privileges.map((privilege) => ({
      section: 'privilege' as const,
      key: `${privilege.cloud_type} ${privilege.account_id} ${privilege.name}`,
      account_id: privilege.account_id,
      name: privilege.name,
      value: privilege,
    }));
    yield totalPrivileges(privileges);
    yield countServices(privileges);
    const found = await inventory.count(scope, 'publicResources');
    yield found.map((value) => ({
      section: 'public' as const,
      key: value.uri,
      account_id: value.account_id,
      name: value.name,
      value: { ...value, counts: inventory.countKinds(value) },
    }));
    const accounts = await inventory.count(scope, 'shadowAccounts');
    yield accounts.map((value) => ({
      section: 'shadow_account' as const,
      key: `${value.shadow_account_id} ${value.account_id}`,
      account_id: value.account_id,
      name: value.shadow_account_id,
      value,
    }));
    const networks = await inventory.count(scope, 'shadowNetworks');
    yield networks.map((value) => ({ section: 'shadow_network' as const, key: value.uri, account_id: value.account_id, name: value.name, value }));
    yield* this.#useFacts(scope);
  }

  async *#useFacts(scope: InventoryScope): AsyncGenerator<Fact[]> {
    const { inventory } = this.deps.graph;
    const roles = await inventory.count(scope, 'assumableRoles');
    yield roles.map((value) => ({ section: 'profile_roles' as const, key: value.profile_id, account_id: '', name: '', value }));
    const identities = (await inventory.count(scope, 'identities')).map((identity): IdentityFact => {
      const isRole = identity.type === 'ROLE';
      // A role that starts a session of another one calls sts:AssumeRole, so its own acts suffice.
      const isUsed = identity.seen || (isRole ? identity.acted : identity.objects_used > 0);
      const isKnown = identity.judged && (isRole || !identity.used_through);
      const status = isUsed ? 'USED' : isKnown && identity.objects_total > 0 ? 'UNUSED' : 'NOT_ENOUGH_DATA';
      return { ...identity, status };
    });
    yield identities.map((value) => ({ section: 'identity' as const, key: value.entity_id, account_id: value.account_id, name: value.name, value }));
    yield totalIdentities(identities);
    const unused = await inventory.count(scope, 'unusedActions');
    yield* await runCooperatively(countUnused(identities, roles, unused));
  }
}

function isOld({ countedAt }: CountState): boolean {
  return countedAt === null || Date.now() - Date.parse(countedAt) > STALE;
}

const HELD_BY: Record<string, keyof HolderFact> = {
  USER: 'users',
  FEDERATED_USER: 'users',
  SERVICE_ACCOUNT: 'users',
  GROUP: 'groups',
  FEDERATED_GROUP: 'groups',
  ROLE: 'roles',
  INSTANCE: 'services',
  SERVERLESS_COMPUTE: 'services',
};

function* holderFacts(counts: readonly HolderCount[]): Generator<number, Fact<'holder'>[]> {
  const byClass = new Map<string, HolderFact>();
  for (const { class_id: id, type, n, admins, conditional, becoming } of counts) {
    const fact = byClass.get(id) ?? { identities: 0, users: 0, admins: 0, groups: 0, roles: 0, services: 0, conditional: 0, becoming: 0 };
    byClass.set(id, fact);
    fact.identities += n;
    fact.admins += admins;
    fact.conditional += conditional;
    fact.becoming += becoming;
    const held = HELD_BY[type];
    if (held) fact[held] += n;
    yield 0;
  }
  return [...byClass].map(([key, value]) => ({ section: 'holder', key, account_id: '', name: '', value }));
}

function* reachFacts(counts: readonly HolderCount[]): Generator<number, Fact<'reach'>[]> {
  const byPair = new Map<string, ReachFact>();
  for (const { type: from, n, resource_types: types } of counts) {
    for (const to of types) {
      const key = `${from} ${to}`;
      byPair.set(key, { from, to, n: Math.max(n, byPair.get(key)?.n ?? 0) });
    }
    yield 0;
  }
  return [...byPair].map(([key, value]) => ({ section: 'reach', key, account_id: '', name: key, value }));
}
