import { randomUUID } from 'node:crypto';
import {
  DEFAULT_EXCLUSION_DAYS,
  MAX_EXCLUSION_DAYS,
  MIN_EXCLUSION_REASON,
  type Api,
  type Exclusion,
  type ExclusionKind,
  type ExclusionScope,
  type ExclusionState,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { includesAccount, type AccountFilter } from '../../platform/http/account-filter';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import { isActiveOn, isInScope, noticeOf, type Finding, type ResolvedScope } from './scope';
import { listExclusions, readUris, replaceUris, scopeOf, type StoredExclusion } from './store';
import type { ExclusionWarnings } from './warnings';

export interface ExclusionsDependencies {
  queries: {
    /** @throws ApiError 422 for an invalid query */
    validate(input: string): void;
    subjects(tenantId: string, input: string, accountId: string | null): Promise<{ uri: string }[]>;
  };
  /** Returns the present findings of each kind, excluded ones included; of one guardrail or rule if given. */
  findings: Readonly<Record<ExclusionKind, (tenantId: string, referenceId: string | null) => Promise<Finding[]>>>;
  /** Called after the exclusions of a kind changed. */
  changed: (tenantId: string, kind: ExclusionKind) => Promise<void>;
  warnings: Pick<ExclusionWarnings, 'warn'>;
}

type NewExclusion = Omit<Api['POST /v1/exclusions']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type ExclusionChange = Omit<Api['PATCH /v1/exclusions/{exclusion_id}']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type Changed = { before: Exclusion; after: Exclusion };

/** Examples in a preview. */
const MOST_EXAMPLES = 100;
const DAY_MS = 86_400_000;
const JOB = 'exclusions.refresh';
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Exclusions: findings that a tenant accepts for a reason and for a time. */
export class ExclusionsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ExclusionsDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }) => this.#refresh(tenantId));
  }

  /** Queues a new evaluation of the queries of all scopes, for example after a snapshot. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `exclusions ${tenantId}` });
  }

  /** Warns the owners of exclusions that end soon. */
  warn(tenantId: string): Promise<void> {
    return this.deps.warnings.warn(tenantId);
  }

  /**
   * Returns exclusions of some kinds.
   * @param filter with `accountId`, exclusions in these accounts: those that name one of them, and those that have a finding in one of them
   */
  async list(
    tenantId: string,
    filter: {
      kinds: readonly ExclusionKind[];
      state?: ExclusionState;
      owner?: string;
      ending_within?: number;
      accountId?: AccountFilter | null;
    },
  ): Promise<Exclusion[]> {
    const stored = await this.ctx.db.tenant(tenantId, (tx) => listExclusions(tx, tenantId, filter));
    const { ending_within: days, state, accountId = null } = filter;
    const last = days === undefined ? null : dayAfter(days);
    const isWanted = (one: StoredExclusion): boolean =>
      (state === undefined || stateOf(one) === state) &&
      (last === null || (stateOf(one) === 'ACTIVE' && one.ends_on !== null && one.ends_on <= last));
    return this.#described(tenantId, stored.filter(isWanted), accountId);
  }

  /** Counts the findings that a scope would hide. @throws ApiError 422 for a scope without a field, or an invalid query */
  async preview(tenantId: string, kind: ExclusionKind, scope: ExclusionScope): Promise<Api['POST /v1/exclusions/preview']['answer']> {
    this.#check(kind, scope);
    const { covered, all } = await this.#covered(tenantId, kind, await this.#resolve(tenantId, scope));
    const examples = covered
      .slice(0, MOST_EXAMPLES)
      .map(({ uri, name, referenceName, accountId }) => ({ uri, name, reference_name: referenceName, account_id: accountId }));
    return { hides: covered.length, of: all, examples };
  }

  /** Adds an exclusion. @throws ApiError 422 for an invalid scope, owner or end */
  async add(tenantId: string, { kind, scope, reason, category, ticket = '', ...given }: NewExclusion, by: string): Promise<Exclusion> {
    this.#check(kind, scope);
    const endsOn = given.ends_on === undefined ? dayAfter(DEFAULT_EXCLUSION_DAYS) : given.ends_on;
    checkEnd(endsOn);
    const resolved = await this.#resolve(tenantId, scope);
    const { covered } = await this.#covered(tenantId, kind, resolved);
    const id = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await tx
        .insertInto('exclusion')
        .values({
          ...{ tenant_id: tenantId, exclusion_id: id, kind, query: scope.query ?? null, uris: scope.uris ? JSON.stringify(scope.uris) : null },
          ...{ reference_id: scope.reference_id ?? null, account_id: scope.account_id ?? null, ends_on: endsOn },
          ...{ reference_name: scope.reference_id === undefined ? '' : (covered[0]?.referenceName ?? scope.reference_id) },
          ...{ reason: checkedReason(reason), category, owner: checkedOwner(given.owner ?? by), ticket: ticket.trim() },
          ...{ state: endsOn === null ? 'PROPOSED' : 'ACTIVE', hid_at_start: covered.length },
          ...{ created_by: by, created_at: new Date(), changed_by: by, approved_by: null, removed_by: null, warned_days: null },
        })
        .execute();
      if (resolved.uris) await replaceUris(tx, tenantId, id, resolved.uris);
    });
    await this.deps.changed(tenantId, kind);
    return this.one(tenantId, id);
  }

  /** @throws ApiError 404 if it does not exist */
  async one(tenantId: string, id: string): Promise<Exclusion> {
    const [described] = await this.#described(tenantId, [await this.ctx.db.tenant(tenantId, (tx) => this.#stored(tx, tenantId, id))]);
    if (!described) throw unknownExclusion();
    return described;
  }

  /** Changes or extends an exclusion. An exclusion that loses its end waits for approval. @throws ApiError 409 if another user changed or removed it */
  async change(
    tenantId: string,
    id: string,
    { version, reason, category, owner, ticket, ends_on: given }: ExclusionChange,
    by: string,
  ): Promise<Changed> {
    if (given !== undefined) checkEnd(given);
    return this.#write(tenantId, id, version, (row) => {
      const endsOn = given === undefined ? row.ends_on : given;
      const isApproved = endsOn === null && row.ends_on === null && row.state === 'ACTIVE';
      return {
        ...{ reason: checkedReason(reason), ends_on: endsOn, changed_by: by, warned_days: null },
        ...{ state: endsOn === null && !isApproved ? 'PROPOSED' : 'ACTIVE', approved_by: isApproved ? row.approved_by : null },
        ...(category === undefined ? {} : { category }),
        ...(owner === undefined ? {} : { owner: checkedOwner(owner) }),
        ...(ticket === undefined ? {} : { ticket: ticket.trim() }),
      };
    });
  }

  /** Approves a proposed exclusion. @throws ApiError 403 for the user who proposed it, 409 if it waits for no approval */
  async approve(tenantId: string, id: string, version: number, by: string): Promise<Changed> {
    return this.#write(tenantId, id, version, (row) => {
      if (row.state !== 'PROPOSED') throw conflict('NOT_PROPOSED', 'This exclusion needs no approval. Reload the list.');
      if (row.created_by === by || row.changed_by === by)
        throw forbidden('A second user must approve this exclusion, because you proposed it.', 'SECOND_PERSON_NEEDED');
      return { state: 'ACTIVE', approved_by: by };
    });
  }

  /** Ends an exclusion now. The register keeps it. @throws ApiError 409 if it was ended already */
  async remove(tenantId: string, id: string, by: string): Promise<Changed> {
    return this.#write(tenantId, id, null, () => ({ state: 'REMOVED', removed_by: by }));
  }

  async #write(
    tenantId: string,
    id: string,
    version: number | null,
    changeOf: (row: StoredExclusion) => Partial<Omit<StoredExclusion, 'tenant_id' | 'exclusion_id' | 'uris' | 'created_at'>>,
  ): Promise<Changed> {
    const before = await this.one(tenantId, id);
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await this.#stored(tx, tenantId, id, true);
      if (row.state === 'REMOVED') throw conflict('EXCLUSION_ENDED', 'A user ended this exclusion. Add a new one instead.');
      if (version !== null && version !== row.version)
        throw conflict('EXCLUSION_CHANGED', 'Another user changed this exclusion. Reload the page and try again.');
      await tx
        .updateTable('exclusion')
        .set({ ...changeOf(row), version: row.version + 1 })
        .where('tenant_id', '=', tenantId)
        .where('exclusion_id', '=', id)
        .execute();
    });
    await this.deps.changed(tenantId, before.kind);
    return { before, after: await this.one(tenantId, id) };
  }

  async #stored(tx: Tx, tenantId: string, id: string, lock = false): Promise<StoredExclusion> {
    const [row] = await listExclusions(tx, tenantId, { ids: [id] }, lock);
    if (!row) throw unknownExclusion();
    return row;
  }

  /** Refuses scopes that have every finding, or fields that the kind lacks. */
  #check(kind: ExclusionKind, { query, uris, reference_id: reference, account_id: account }: ExclusionScope): void {
    if (query !== undefined && uris !== undefined) throw unprocessable('SCOPE_TWICE', 'Name the entities by a query or one by one, not both.');
    const isEmpty = query === undefined && uris === undefined && reference === undefined && account === undefined;
    if (isEmpty || uris?.length === 0 || query?.trim() === '')
      throw unprocessable('SCOPE_MISSING', 'Say which findings to exclude: a query, entities, a guardrail or rule, or an account.');
    if (kind === 'UNUSED' && reference !== undefined)
      throw unprocessable('SCOPE_REFERENCE', 'Unused access belongs to no guardrail or rule. Leave out reference_id.');
    if (query !== undefined) this.deps.queries.validate(query);
  }

  async #resolve(tenantId: string, { query, uris, reference_id, account_id }: ExclusionScope): Promise<ResolvedScope> {
    const found = query === undefined ? uris : (await this.deps.queries.subjects(tenantId, query, null)).map(({ uri }) => uri);
    return { reference_id, account_id, uris: found === undefined ? null : new Set(found) };
  }

  async #covered(tenantId: string, kind: ExclusionKind, scope: ResolvedScope): Promise<{ covered: Finding[]; all: number }> {
    const all = await this.deps.findings[kind](tenantId, kind === 'RULE' ? (scope.reference_id ?? null) : null);
    return { covered: all.filter((finding) => isInScope(scope, finding)), all: all.length };
  }

  /** Returns stored exclusions with the number of findings that each hides now, in some accounts or all. */
  async #described(tenantId: string, stored: readonly StoredExclusion[], accountId: AccountFilter | null = null): Promise<Exclusion[]> {
    const counted = accountId === null ? stored.filter((one) => stateOf(one) === 'ACTIVE') : stored;
    const ids = counted.map(({ exclusion_id: id }) => id);
    const uris = await this.ctx.db.tenant(tenantId, (tx) => readUris(tx, tenantId, ids));
    const known = new Map<string, Finding[]>();
    const found = new Map<string, Finding[]>();
    for (const one of counted) {
      const { kind, reference_id: reference, account_id: account } = one;
      const key = kind === 'RULE' ? `${kind} ${reference ?? ''}` : kind;
      const findings = known.get(key) ?? (await this.deps.findings[kind](tenantId, kind === 'RULE' ? reference : null));
      known.set(key, findings);
      const isByEntity = one.query !== null || one.uris !== null;
      const scope: ResolvedScope = {
        ...(reference === null ? {} : { reference_id: reference }),
        ...(account === null ? {} : { account_id: account }),
        uris: isByEntity ? (uris.get(one.exclusion_id) ?? new Set()) : null,
      };
      const isHere = (finding: Finding): boolean => includesAccount(accountId, finding.accountId);
      found.set(
        one.exclusion_id,
        findings.filter((finding) => isHere(finding) && isInScope(scope, finding)),
      );
    }
    const of = ({ exclusion_id: id }: StoredExclusion): Finding[] => found.get(id) ?? [];
    return stored
      .filter((one) => accountId === null || of(one).length > 0 || (one.account_id !== null && includesAccount(accountId, one.account_id)))
      .map((one) => {
        const hides = stateOf(one) === 'ACTIVE' ? of(one).length : 0;
        return toExclusion(accountId === null ? one : withUrisOf(one, of(one)), hides);
      });
  }

  async #refresh(tenantId: string): Promise<void> {
    const stored = await this.ctx.db.tenant(tenantId, (tx) => listExclusions(tx, tenantId));
    for (const { exclusion_id: id, query, ...one } of stored) {
      if (query === null || stateOf(one) === 'ENDED') continue;
      const found = await this.deps.queries.subjects(tenantId, query, null);
      await this.ctx.db.tenant(tenantId, (tx) =>
        replaceUris(
          tx,
          tenantId,
          id,
          found.map(({ uri }) => uri),
        ),
      );
    }
  }
}

/** Returns an exclusion that names only the entities of some findings. */
function withUrisOf(one: StoredExclusion, findings: readonly Finding[]): StoredExclusion {
  const here = new Set(findings.map(({ uri }) => uri));
  return { ...one, uris: one.uris?.filter((uri) => here.has(uri)) ?? null };
}

/** Returns the state at this moment. */
function stateOf(one: Pick<StoredExclusion, 'state' | 'ends_on'>): ExclusionState {
  if (one.state === 'PROPOSED') return 'PROPOSED';
  return isActiveOn(one, dayAfter(0)) ? 'ACTIVE' : 'ENDED';
}

function toExclusion(one: StoredExclusion, hides: number): Exclusion {
  const { exclusion_id, kind, reference_name, reason, category, owner, ticket, ends_on, created_by, approved_by, removed_by, hid_at_start, version } =
    one;
  return {
    ...{ exclusion_id, kind, scope: scopeOf(one), reference_name, reason, category, owner, ticket, ends_on, state: stateOf(one) },
    ...{ created_by, created_at: new Date(one.created_at).toISOString(), approved_by, removed_by, hides, hid_at_start, version },
    notice: noticeOf(one, hides, dayAfter(0)),
  };
}

function checkEnd(endsOn: string | null): void {
  if (endsOn === null) return;
  if (endsOn < dayAfter(0)) throw unprocessable('EXCLUSION_OVER', 'The exclusion would end in the past. Choose today or a later day.');
  if (endsOn > dayAfter(MAX_EXCLUSION_DAYS))
    throw unprocessable(
      'EXCLUSION_TOO_LONG',
      `An exclusion lasts at most ${MAX_EXCLUSION_DAYS} days. Choose an earlier day, or no end, which a second user approves.`,
    );
}

function checkedReason(reason: string): string {
  if (reason.trim().length < MIN_EXCLUSION_REASON)
    throw unprocessable('REASON_TOO_SHORT', `Enter a reason of at least ${MIN_EXCLUSION_REASON} characters.`);
  return reason.trim();
}

function checkedOwner(owner: string): string {
  if (!ADDRESS.test(owner)) throw unprocessable('OWNER_INVALID', 'Enter the e-mail address of the owner.');
  return owner.toLowerCase();
}

function unknownExclusion() {
  return notFound('This exclusion does not exist. Reload the list.');
}

/** Returns a day (YYYY-MM-DD, UTC) some days from now. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
