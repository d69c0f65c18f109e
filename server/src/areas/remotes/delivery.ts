import { randomUUID } from 'node:crypto';
import type { DeliveryRules, Freeze, PlannedMove, RemoteId, RolloutStage, Channel } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { EVERY_TENANT } from '../../platform/events/events';
import { ApiError, conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import { mustExist, type Channels, type WantedMove } from './channels';
import { holdOf } from './delivery-rules';
import * as store from './delivery-store';
import type { Version } from './live-manifests';
import type { DeliveryOverview } from './operations';
import type { Catalogue } from './release';
import { hasMoved } from './store';

/** The longest time between two looks for due moves, ms. Clocks may be set, and timers cannot wait for longer than 24 days. */
const LONGEST_WAIT = 60 * 60 * 1000;

/** The pause after a failed look, ms. */
const PAUSE_AFTER_ERROR = 60 * 1000;

export interface PlanRequest {
  id: RemoteId;
  channel: Channel;
  version: string;
  stage: RolloutStage | null;
  /** Null: as soon as it is approved and no freeze window holds it. */
  at: Date | null;
  reason: string;
  by: string;
}

export interface DeliveryDependencies {
  channels: Channels;
  catalogue: () => Promise<Catalogue>;
  pins: () => Promise<readonly Version[]>;
}

/** Delivery rules, freeze windows and planned moves. Each process looks for due moves; the database lets one of them do each. */
export class Delivery {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  readonly #unsubscribe: () => void;

  constructor(
    private readonly ctx: Context,
    private readonly deps: DeliveryDependencies,
  ) {
    this.#unsubscribe = ctx.events.subscribe(({ tenantId, kind }) => {
      if (tenantId === EVERY_TENANT && kind === 'revision') this.look();
    });
  }

  /** Looks for due moves now and at the time of the next one. */
  look(): void {
    if (this.#isStopped) return;
    const attempt = this.#looking.then(() => this.#moveDue());
    this.#looking = attempt.catch((err: unknown) => {
      if (this.#isStopped) return;
      this.ctx.log.error({ err }, 'planned moves of channels could not be made');
      this.#wait(PAUSE_AFTER_ERROR);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  rules(id: RemoteId): Promise<DeliveryRules> {
    return this.ctx.db.system((tx) => store.readRules(tx, id));
  }

  /** Returns the rules and the open plans of all remotes. */
  overview(): Promise<DeliveryOverview> {
    return this.ctx.db.system(async (tx) => ({ rules: await store.readAllRules(tx), plans: await store.readOpenPlans(tx) }));
  }

  /** Sets the rules of a remote. @returns the rules before */
  async setRules(id: RemoteId, rules: DeliveryRules, by: string): Promise<DeliveryRules> {
    const before = await this.ctx.db.system(async (tx) => {
      const known = await store.readRules(tx, id);
      await store.writeRules(tx, id, rules, by);
      return known;
    });
    this.#changed();
    return before;
  }

  freezes(): Promise<Freeze[]> {
    return this.ctx.db.system((tx) => store.readFreezes(tx, new Date()));
  }

  /** Adds a freeze window. @throws ApiError 422 if it ends before it starts or is over */
  async freeze(window: { id: RemoteId | null; startsAt: Date; endsAt: Date; reason: string; by: string }): Promise<Freeze> {
    const { id, startsAt, endsAt, reason, by } = window;
    if (endsAt <= startsAt || endsAt <= new Date())
      throw unprocessable('FREEZE_TIMES', 'The freeze window must end after its start and in the future.');
    const freeze: Freeze = {
      freeze_id: randomUUID(),
      id,
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
      reason,
      created_by: by,
    };
    await this.ctx.db.system((tx) => store.insertFreeze(tx, freeze));
    this.#changed();
    return freeze;
  }

  /** Ends a freeze window. @throws ApiError 404 for an unknown one */
  async endFreeze(freezeId: string): Promise<Freeze> {
    const freeze = await this.ctx.db.system((tx) => store.deleteFreeze(tx, freezeId));
    if (!freeze) throw notFound('This freeze window does not exist. List the windows with: npm run cam -- remotes freeze list');
    this.#changed();
    return freeze;
  }

  plans(id: RemoteId): Promise<PlannedMove[]> {
    return this.ctx.db.system((tx) => store.readPlans(tx, id));
  }

  /**
   * Plans a move. It waits for an approval if the rules ask for one.
   * @throws ApiError 404 for an unknown release, 409 if the release must run in staging first, 422 for a stage of another channel than stable
   */
  async plan({ id, channel, version, stage, at, reason, by }: PlanRequest): Promise<PlannedMove> {
    const catalogue = await this.deps.catalogue();
    mustExist(catalogue, id, version);
    if (stage && channel !== 'stable') throw unprocessable('ROLLOUT_CHANNEL', 'Only the stable channel can be rolled out in stages.');
    const now = new Date();
    const plan = await this.ctx.db.system(async (tx) => {
      const hold = holdOf(
        catalogue,
        { id, channel, version },
        {
          rules: await store.readRules(tx, id),
          freezes: [],
          wasStaged: await hasMoved(tx, { id, channel: 'staging', version }),
          isApproved: false,
        },
      );
      if (hold?.code === 'PROMOTION_REQUIRED') throw conflict(hold.code, hold.problem);
      const made: PlannedMove = {
        plan_id: randomUUID(),
        id,
        channel,
        version,
        rollout: stage,
        at: (at && at > now ? at : now).toISOString(),
        reason,
        requested_by: by,
        requested_at: now.toISOString(),
        state: hold ? 'approval' : 'scheduled',
        decided_by: null,
        note: '',
      };
      await store.insertPlan(tx, made);
      return made;
    });
    this.#changed();
    return plan;
  }

  /** Approves or declines a plan. @throws ApiError 403 for the one who requested it, 404 for an unknown plan, 409 if it does not wait for an approval */
  async decide(id: RemoteId, planId: string, { approve, reason, by }: { approve: boolean; reason: string; by: string }) {
    return this.#change(id, planId, (plan) => {
      if (plan.state !== 'approval') throw conflict('PLAN_DECIDED', 'This move does not wait for an approval. Reload the list of planned moves.');
      if (approve && plan.requested_by === by)
        throw forbidden('You requested this move yourself. Another operator must approve it.', 'PLAN_OWN_APPROVAL');
      return { state: approve ? 'scheduled' : 'declined', decided_by: by, note: reason };
    });
  }

  /** Cancels a plan. @throws ApiError 404 for an unknown plan, 409 if it is over */
  async cancel(id: RemoteId, planId: string, by: string) {
    return this.#change(id, planId, (plan) => {
      if (plan.state !== 'approval' && plan.state !== 'scheduled')
        throw conflict('PLAN_OVER', 'This move is over. Reload the list of planned moves.');
      return { state: 'cancelled', decided_by: by };
    });
  }

  async #change(
    id: RemoteId,
    planId: string,
    decision: (plan: PlannedMove) => Parameters<typeof store.updatePlan>[2],
  ): Promise<{ before: PlannedMove; after: PlannedMove }> {
    const changed = await this.ctx.db.system(async (tx) => {
      const before = await store.lockPlan(tx, planId, { wait: true });
      if (before?.id !== id) throw notFound(`${id} has no such planned move. List them with: npm run cam -- remotes plan list ${id}`);
      return { before, after: await store.updatePlan(tx, planId, decision(before)) };
    });
    this.#changed();
    return changed;
  }

  async #moveDue(): Promise<void> {
    const now = new Date();
    const open = (await this.ctx.db.system(store.readOpenPlans)).filter(({ state }) => state === 'scheduled');
    for (const plan of open) if (new Date(plan.at) <= now) await this.#move(plan.plan_id);
    const windows = await this.freezes();
    const times = [...open.map(({ at }) => at), ...(open.length > 0 ? windows.map(({ ends_at }) => ends_at) : [])].map((time) => Date.parse(time));
    const next = Math.min(...times.filter((time) => time > now.getTime()));
    this.#wait(Math.min(next - Date.now(), LONGEST_WAIT));
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.look(), Math.max(ms, 0)).unref();
  }

  /** Makes one planned move, unless a freeze window holds it or another process makes it. */
  async #move(planId: string): Promise<void> {
    const pins = await this.deps.pins();
    const done = await this.ctx.db.system(async (tx) => {
      const plan = await store.lockPlan(tx, planId, { wait: false });
      if (plan?.state !== 'scheduled') return null;
      const move: WantedMove = {
        id: plan.id,
        channel: plan.channel,
        version: plan.version,
        by: plan.requested_by,
        reason: plan.reason,
        ifMatch: null,
        stage: plan.rollout,
        isApproved: plan.decided_by !== null,
      };
      try {
        const stale = await this.#overtaken(tx, plan);
        if (stale) throw conflict('PLAN_OVERTAKEN', stale);
        const result = await this.deps.channels.moveWithin(tx, move, pins);
        await store.updatePlan(tx, planId, { state: 'done' });
        return { move, result };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'CHANNEL_FROZEN') return null;
        this.ctx.log.warn({ remote: plan.id, channel: plan.channel, version: plan.version, code: error.code }, 'a planned move failed');
        // The rules may ask for an approval since the plan was made.
        const state = error.code === 'APPROVAL_REQUIRED' ? 'approval' : 'failed';
        await store.updatePlan(tx, planId, { state, note: error.userMessage });
        return null;
      }
    });
    if (done) this.deps.channels.announce(done.move, done.result);
  }

  /** Returns why a later move of the channel makes a plan void; null if none does. */
  async #overtaken(tx: Tx, plan: PlannedMove): Promise<string | null> {
    const { releases } = await this.deps.catalogue();
    const numberOf = (version: string): number => releases.get(plan.id)?.find((release) => release.version === version)?.number ?? 0;
    const moves = await store.movesSince(tx, plan);
    if (moves.some(({ from, version }) => from === plan.version && version !== plan.version))
      return `The ${plan.channel} channel has left ${plan.version} since the move was planned.`;
    const newer = moves.find(({ version }) => numberOf(version) > numberOf(plan.version));
    return newer ? `The ${plan.channel} channel has moved on to ${newer.version} since the move was planned.` : null;
  }

  #changed(): void {
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
  }
}
