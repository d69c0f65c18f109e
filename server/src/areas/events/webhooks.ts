import { randomUUID } from 'node:crypto';
import {
  MOST_WEBHOOKS,
  type EventBucket,
  type EventFormat,
  type EventKind,
  type TenantFeedEvent,
  type Webhook,
  type WebhookAttempt,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { tellsOfImport } from '../../platform/events/events';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { isWrongKey, type SecretBox } from '../../platform/security/secret-box';
import type { EventFeed } from './feed';
import { deleteOldEvents, lastSeq, listEvents, sequence } from './feed-store';
import { contentOf, deleteOldFiles, keyOf, planFile, type EventFile } from './files';
import type { Sender } from './formats';
import { putFile } from './put-file';
import { sendEvent, waitAfter, type Attempted } from './send';
import { isValid, newSecret, type PublicKey } from './signature';
import { openSecrets, Receivers, refusedUrl, sealSecrets, type NewBucket } from './receivers';
import { Turn } from './turn';
import * as store from './webhook-store';

const JOB = 'events.send';

/** Tenants whose events are sent side by side, because receivers may be slow. */
const AT_ONCE = 4;

/** Interval of the search for events that nobody told of, such as those of a process that was killed, ms. */
const LOOK = 60_000;

/** Events that are read at once. */
const BATCH = 100;

/** Time for which a bucket waits for further events after its last file, ms. */
const FILE_PAUSE = 60_000;

/** Time for which a replaced secret still signs, ms. */
const FORMER_SECRET = 86_400_000;

export interface WebhookChange {
  label?: string;
  url?: string;
  bucket?: NewBucket;
  kinds?: EventKind[];
  format?: EventFormat;
  state?: 'ON' | 'OFF';
}

interface NewWebhook {
  label: string;
  url?: string;
  bucket?: NewBucket;
  kinds: EventKind[];
  format: EventFormat;
  by: string;
}

interface WebhookDependencies {
  feed: EventFeed;
  secrets: SecretBox;
  targets: OutboundTargets;
  tenantIds: () => Promise<string[]>;
}

/**
 * Sends events to the receivers of a tenant, each in the order of the events: an event waits until the receiver has accepted the one before. All attempts
 * of an event have its id, so that receivers recognize a duplicate after a crash.
 */
export class Webhooks {
  readonly #rounds: TenantRounds;
  readonly #receivers: Receivers;

  constructor(
    private readonly ctx: Context,
    private readonly deps: WebhookDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal), { atOnce: AT_ONCE });
    ctx.events.subscribe((event) => {
      const { tenantId } = event;
      if (tellsOfImport(event)) void this.queue(tenantId).catch((err: unknown) => ctx.log.error({ err, tenantId }, 'events could not be queued'));
    });
    this.#receivers = new Receivers(deps);
    const { tenantIds } = deps;
    const visit = (tenantId: string): Promise<void> => this.#look(tenantId);
    this.#rounds = new TenantRounds({ every: LOOK, tenantIds, visit, log: ctx.log, failed: 'events could not be queued' });
  }

  /** Sends new events soon. */
  async queue(tenantId: string): Promise<void> {
    const has = await this.ctx.db.tenant(tenantId, (tx) => store.listWebhooks(tx, tenantId));
    if (has.some(({ state }) => state === 'ON')) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  stop(): void {
    this.#rounds.stop();
  }

  async list(tenantId: string): Promise<Webhook[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const last = await lastSeq(tx, tenantId);
      return (await store.listWebhooks(tx, tenantId)).map((row) => toWebhook(row, last));
    });
  }

  /**
   * Creates a webhook, or a delivery of files to a bucket, which gets the events from now on.
   * @returns it with its signing secret, which a bucket does not have
   * @throws ApiError 409 above the limit, 422 for an address that must not be called
   */
  async create(tenantId: string, { label, url, bucket, kinds, format, by }: NewWebhook): Promise<{ secret: string; webhook: Webhook }> {
    if ((url === undefined) === (bucket === undefined)) throw refusedUrl('Enter either an address or a bucket.');
    const target = bucket ? await this.#receivers.bucket(bucket, null) : await this.#receivers.address(url ?? '');
    const webhook = await this.ctx.db.tenant(tenantId, async (tx) => {
      const last = await sequence(tx, tenantId);
      if ((await store.listWebhooks(tx, tenantId)).length >= MOST_WEBHOOKS)
        throw conflict('TOO_MANY_WEBHOOKS', `A tenant has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`);
      const now = new Date();
      const row: store.WebhookRow = {
        ...{ tenant_id: tenantId, webhook_id: randomUUID(), label: label.trim(), kinds, format, created_by: by, created_at: now, next_at: now },
        ...{ ...target.row, state: 'ON', state_reason: '', sent_seq: last, attempts: 0, leased_until: null },
      };
      await store.saveWebhook(tx, row);
      return toWebhook(row, last);
    });
    return { secret: target.secret, webhook };
  }

  /** Changes a webhook, which tries again at once. @returns it before and after */
  async change(tenantId: string, webhookId: string, change: WebhookChange): Promise<{ before: Webhook; after: Webhook }> {
    const { bucket, ...rest } = change;
    if (rest.url !== undefined) await this.#receivers.check(rest.url);
    const state = rest.state === undefined ? {} : { state: rest.state, state_reason: '' };
    const former = await this.ctx.db.tenant(tenantId, (tx) => this.#found(tx, tenantId, webhookId));
    if ((former.bucket === null && bucket) || (former.bucket !== null && rest.url !== undefined))
      throw refusedUrl('A webhook stays one, and so does a bucket. Create the other, then delete this one.');
    const target = bucket ? (await this.#receivers.bucket(bucket, former)).row : {};
    return this.#update(tenantId, webhookId, (row) => ({ ...row, ...rest, ...target, ...state }));
  }

  /** Sends all kept events after a position again. @returns the webhook before and after */
  async replay(tenantId: string, webhookId: string, after: number): Promise<{ before: Webhook; after: Webhook }> {
    return this.#update(tenantId, webhookId, (row, last) => ({ ...row, sent_seq: Math.min(after, last) }));
  }

  /** Gives a webhook a new secret and key pair. Messages also carry signatures of the former ones for a day. */
  async renewSecret(tenantId: string, webhookId: string): Promise<{ secret: string; public_key: string }> {
    const { value, key, publicKey } = newSecret();
    await this.#update(tenantId, webhookId, (row) => {
      if (row.bucket) throw unprocessable('NO_SECRET', 'A bucket has no signing secret. Change its keys instead.');
      const until = new Date(Date.now() + FORMER_SECRET).toISOString();
      const former = openSecrets(this.deps.secrets, row.secrets).filter((one) => one.until === null);
      return {
        ...row,
        secrets: sealSecrets(this.deps.secrets, [{ value, key, until: null }, ...former.map((one) => ({ ...one, until }))]),
        public_keys: [{ value: publicKey, until: null }, ...endingAt(row.public_keys, until)],
      };
    });
    return { secret: value, public_key: publicKey };
  }

  /** @returns the deleted webhook @throws ApiError 404 for an unknown one */
  async remove(tenantId: string, webhookId: string): Promise<Webhook> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => store.deleteWebhook(tx, tenantId, webhookId));
    if (!row) throw unknownWebhook();
    return toWebhook(row, row.sent_seq);
  }

  /** Sends an event that says that it is a test, whatever kinds the webhook gets. */
  async test(tenantId: string, webhookId: string): Promise<Pick<Attempted, 'sent' | 'message'>> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => this.#found(tx, tenantId, webhookId));
    const data = { actor: 'CAM', call: 'test', subject: 'This is a test', address: '', before: null, after: null };
    const event = { seq: 0, id: randomUUID(), type: 'audit.entry' as const, subject: 'test', timestamp: new Date().toISOString(), data };
    const { signal } = new AbortController();
    const { sent, message } = row.bucket
      ? (await this.#put(row, { firstSeq: 0, lastSeq: 0, day: 'test', events: [event], isLatest: true }, signal)).attempted
      : await this.#send(row, event, signal);
    return { sent, message };
  }

  async attempts(tenantId: string, webhookId: string): Promise<WebhookAttempt[]> {
    const rows = await this.ctx.db.tenant(tenantId, async (tx) => {
      await this.#found(tx, tenantId, webhookId);
      return store.listAttempts(tx, tenantId, webhookId);
    });
    return rows.map(({ seq, event_id, kind, at, ms, sent, message, file }) => ({
      ...{ seq: Number(seq), event_id, kind, ms, sent, message, file },
      time: new Date(at).toISOString(),
    }));
  }

  /** Seals the secrets again with the present key. */
  async reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const counts = { sealed: 0, lost: 0 };
      for (const row of await store.listWebhooks(tx, tenantId)) {
        try {
          await store.saveWebhook(tx, { ...row, secrets: this.deps.secrets.seal(this.deps.secrets.open(Buffer.from(row.secrets))) });
          counts.sealed += 1;
        } catch (error) {
          if (!isWrongKey(error)) throw error;
          counts.lost += 1;
        }
      }
      return counts;
    });
  }

  async #update(
    tenantId: string,
    webhookId: string,
    change: (row: store.WebhookRow, last: number) => store.WebhookRow,
  ): Promise<{ before: Webhook; after: Webhook }> {
    const changed = await this.ctx.db.tenant(tenantId, async (tx) => {
      const last = await lastSeq(tx, tenantId);
      const before = await this.#found(tx, tenantId, webhookId);
      // A process that is sending to it notices that its lease is over, and stores nothing.
      const after = { ...change(before, last), attempts: 0, next_at: new Date(), leased_until: null };
      await store.saveWebhook(tx, after);
      return { before: toWebhook(before, last), after: toWebhook(after, last) };
    });
    await this.queue(tenantId);
    return changed;
  }

  async #found(tx: Tx, tenantId: string, webhookId: string): Promise<store.WebhookRow> {
    const row = await store.findWebhook(tx, tenantId, webhookId);
    if (!row) throw unknownWebhook();
    return row;
  }

  async #look(tenantId: string): Promise<void> {
    const next = await this.ctx.db.tenant(tenantId, async (tx) => {
      await deleteOldEvents(tx, tenantId);
      await deleteOldFiles(tx, tenantId);
      if ((await store.listWebhooks(tx, tenantId)).every(({ state }) => state === 'OFF')) return null;
      await sequence(tx, tenantId);
      return store.nextDue(tx, tenantId);
    });
    await this.#plan(tenantId, next);
  }

  /** Queues the work that is due now or later; null: none. */
  async #plan(tenantId: string, next: Date | null): Promise<void> {
    if (!next) return;
    const isNow = next.getTime() <= Date.now();
    const at = isNow ? { singletonKey: 'now' } : { singletonKey: `second ${Math.ceil(next.getTime() / 1000)}`, startAfter: next };
    await this.ctx.jobs.enqueue(JOB, { tenantId }, at);
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, async (tx) => {
      await sequence(tx, tenantId);
      return store.claimDue(tx, tenantId);
    });
    await Promise.all(due.map((webhook) => this.#deliver(webhook, signal)));
    const next = await this.ctx.db.tenant(tenantId, (tx) => store.nextDue(tx, tenantId));
    if (!signal.aborted) await this.#plan(tenantId, next);
  }

  /** Sends the events that a webhook lacks, until one is not accepted or its turn is over. */
  async #deliver(claimed: store.WebhookRow, signal: AbortSignal): Promise<void> {
    const turn = new Turn(this.ctx.db, claimed, signal);
    await (claimed.bucket ? this.#deliverFiles(turn, signal) : this.#deliverMessages(turn, signal));
  }

  async #deliverMessages(turn: Turn, signal: AbortSignal): Promise<void> {
    const { tenant_id: tenantId, kinds } = turn.webhook;
    while (turn.isGoingOn) {
      const after = Number(turn.webhook.sent_seq);
      const { events, last } = await this.ctx.db.tenant(tenantId, async (tx) => ({
        last: await lastSeq(tx, tenantId),
        events: await listEvents(tx, tenantId, { after, kinds, limit: BATCH }),
      }));
      if (events.length === 0) return turn.save({ sent_seq: Math.max(after, last), attempts: 0, leased_until: null });
      for (const event of events) {
        if (!turn.isGoingOn) break;
        const began = Date.now();
        const attempted = await this.#send(turn.webhook, event, signal);
        if (signal.aborted) break;
        await this.#keepAttempt(turn.webhook, event, { began, attempted });
        if (!attempted.sent) return turn.save({ ...this.#afterFailure(turn.webhook, attempted), leased_until: null });
        await turn.save({ sent_seq: event.seq, attempts: 0, leased_until: store.newLease() });
      }
    }
    await turn.end();
  }

  /** Puts the events that a bucket lacks into it, in files. Further events wait a while, so that a file has more than one. */
  async #deliverFiles(turn: Turn, signal: AbortSignal): Promise<void> {
    while (turn.isGoingOn) {
      const { tenant_id: tenantId } = turn.webhook;
      const file = await this.ctx.db.tenant(tenantId, (tx) => planFile(tx, turn.webhook, new Date()));
      if (!file) return turn.save({ leased_until: null });
      const newest = file.events.at(-1);
      if (newest) {
        const began = Date.now();
        const { attempted, key } = await this.#put(turn.webhook, file, signal);
        if (signal.aborted) break;
        await this.#keepAttempt(turn.webhook, newest, { began, attempted, file: key });
        if (!attempted.sent) return turn.save({ ...this.#afterFailure(turn.webhook, attempted), leased_until: null });
      }
      const sent = { sent_seq: file.lastSeq, attempts: 0 };
      if (file.isLatest) return turn.save({ ...sent, next_at: new Date(Date.now() + FILE_PAUSE), leased_until: null });
      await turn.save({ ...sent, leased_until: store.newLease() });
    }
    await turn.end();
  }

  async #keepAttempt(
    { tenant_id, webhook_id }: store.WebhookRow,
    { seq, id: event_id, type: kind }: TenantFeedEvent,
    { began, attempted, file = '' }: { began: number; attempted: Attempted; file?: string },
  ): Promise<void> {
    const kept = { tenant_id, webhook_id, seq, event_id, kind, at: new Date(began), ms: Date.now() - began, file };
    await this.ctx.db
      .tenant(tenant_id, (tx) => store.keepAttempt(tx, { ...kept, sent: attempted.sent, message: attempted.message }))
      .catch(() => undefined);
  }

  #afterFailure({ tenant_id, webhook_id, attempts: before }: store.WebhookRow, attempted: Attempted): store.Progress {
    const attempts = before + 1;
    const wait = waitAfter(attempts, attempted);
    this.ctx.log.warn({ tenantId: tenant_id, webhook: webhook_id, attempts, message: attempted.message }, 'event not accepted');
    return wait === null ? { attempts, state: 'OFF', state_reason: attempted.message } : { attempts, next_at: new Date(Date.now() + wait) };
  }

  #send(webhook: store.WebhookRow, event: TenantFeedEvent, signal: AbortSignal): Promise<Attempted> {
    return sendEvent(webhook, event, {
      secrets: openSecrets(this.deps.secrets, webhook.secrets),
      sender: this.#sender(webhook),
      targets: this.deps.targets,
      signal,
    });
  }

  async #put(webhook: store.WebhookRow, file: EventFile, signal: AbortSignal): Promise<{ attempted: Attempted; key: string }> {
    const bucket = webhook.bucket as EventBucket;
    const key = keyOf(bucket, webhook, file);
    const content = contentOf(file.events, webhook.format, this.#sender(webhook));
    const secret = this.deps.secrets.open(Buffer.from(webhook.secrets));
    return { key, attempted: await putFile(bucket, secret, { key, ...content }, { targets: this.deps.targets, signal }) };
  }

  #sender({ tenant_id: tenantId }: store.WebhookRow): Sender {
    return { tenantId, console: this.ctx.publicUrl };
  }
}

function toWebhook(row: store.WebhookRow, last: number): Webhook {
  const { webhook_id, label, url, kinds, format, state, state_reason, attempts, next_at, created_by, created_at } = row;
  const sent_seq = Number(row.sent_seq);
  const { origin, pathname } = new URL(url);
  const { bucket } = row;
  return {
    ...{ webhook_id, label, kinds, format, state, state_reason, sent_seq, created_by },
    url: bucket ? `s3://${[bucket.bucket, bucket.prefix].filter(Boolean).join('/')}` : `${origin}${pathname}`,
    bucket,
    public_keys: row.public_keys.filter((one) => isValid(one, Date.now())).map(({ value: key, until }) => ({ key, valid_until: until })),
    waiting: Math.max(0, last - sent_seq),
    failing: attempts > 0,
    next_attempt: state === 'ON' && attempts > 0 ? new Date(next_at).toISOString() : null,
    created_time: new Date(created_at).toISOString(),
  };
}

/** Returns the present key of these with an end; keys from before it are over. */
function endingAt(keys: readonly PublicKey[], until: string): PublicKey[] {
  return keys.filter((one) => one.until === null).map((one) => ({ ...one, until }));
}

const unknownWebhook = () => notFound('This webhook no longer exists. Reload the list.');
