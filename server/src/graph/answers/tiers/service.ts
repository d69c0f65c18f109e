import { randomUUID } from 'node:crypto';
import { TIER_NAMES, type Account, type Api, type ShadowControl, type TierMember, type TierRule, type TierSummary } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import { ApiError, conflict, notFound, unprocessable } from '../../../platform/http/errors';
import type { Tier } from '../../store/risk-rows';
import { readHead } from '../../store/snapshot-writer';
import { readTiers, readTiersOf } from '../../store/tiers';
import { accessTo, quoted, typeWords } from '../inventory/queries';
import { countLabels, countTiers, findExamples, listMembers, listShadow, type MemberFilter, type Page } from './lists';
import { noticeOf } from './notice';
import { checkSelection, queryOf, selectEntities, type TierQueries } from './select-entities';
import { decide, deleteRule, insertRule, listRules, lockRule, noteEvaluation, replaceMembers, updateRule, type StoredRule } from './store';
import { readTierNames, saveTierNames } from './tier-names';
import { findUnaffected, readRuledState, ruledBy } from './unaffected';

export interface TierDependencies {
  queries: TierQueries;
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<Pick<Account, 'account_id' | 'account_name'>[]> };
  /** Queues new scores after a change. */
  changed(tenantId: string): Promise<void>;
}

type NewRule = Omit<Api['POST /v1/tiers/rules']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type RuleChange = Omit<Api['PATCH /v1/tiers/rules/{rule_id}']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;

/** Examples in a preview. */
const MOST_EXAMPLES = 200;
/** Days over which the overview counts changes. */
const RECENT_DAYS = 7;
const RULED: readonly Tier[] = [0, 1, 2];

/** Tiers: the rules that fill them, and the entities in them. */
export class TiersService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: TierDependencies,
  ) {}

  async overview(tenantId: string): Promise<Api['GET /v1/tiers']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const names = await readTierNames(tx, tenantId);
      const sizes = await countTiers(tx, tenantId, RECENT_DAYS);
      const state = await tx.selectFrom('risk_state').select(['outside', 'scored_at', 'head']).where('tenant_id', '=', tenantId).executeTakeFirst();
      const all = await tx
        .selectFrom('graph_count')
        .select(({ fn }) => fn.sum<number | string>('n').as('n'))
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst();
      const ruled = sizes.reduce((sum, { members }) => sum + members, 0);
      const tiers = RULED.map((tier): TierSummary => {
        const size = sizes.find((one) => one.tier === tier);
        const outside = state?.outside?.[tier];
        return {
          tier,
          name: names[tier] ?? '',
          members: size?.members ?? 0,
          added: size?.added ?? 0,
          removed: size?.removed ?? 0,
          query: tierQuery(size?.types ?? [], tier),
          outside: outside?.reaching ?? null,
          identities: outside?.identities ?? null,
          outside_query: `any with-attribute tier > ${tier} with-access any with-attribute tier ${tier}`,
        };
      });
      const rest: TierSummary = {
        ...{ tier: 3, name: names[3] ?? '', members: Math.max(0, Number(all?.n ?? 0) - ruled), added: 0, removed: 0 },
        ...{ query: '', outside: null, identities: null, outside_query: '' },
      };
      const { total: proposed } = await listMembers(tx, tenantId, { ...EVERY, state: 'PROPOSED' }, { limit: 1, offset: 0 });
      const { total: shadow } = await listShadow(tx, tenantId, '', { limit: 1, offset: 0 });
      const labels = (await countLabels(tx, tenantId)).map(({ types, ...one }) => ({ ...one, query: labelQuery(types, one.label) }));
      const head = await readHead(tx, tenantId);
      return {
        tiers: [...tiers, rest],
        ...{ proposed, shadow, labels },
        scored_at: state?.scored_at ? new Date(state.scored_at).toISOString() : null,
        scoring: head > Number(state?.head ?? 0),
      };
    });
  }

  /** Returns the tiers of those of the entities that a rule assigns to one. */
  of(tenantId: string, uris: readonly string[]): Promise<{ uri: string; tier: Tier }[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readTiersOf(tx, tenantId, uris));
  }

  /** Names the tiers, and returns the names before and after. */
  rename(tenantId: string, names: readonly string[], by: string): Promise<{ before: string[]; after: string[] }> {
    const after = names.map((name) => name.trim());
    if (
      after.length !== TIER_NAMES.length ||
      after.some((name) => name === '') ||
      new Set(after.map((name) => name.toLowerCase())).size < after.length
    )
      throw unprocessable('NAMES_NOT_DISTINCT', 'Enter four different names.');
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await readTierNames(tx, tenantId);
      await saveTierNames(tx, tenantId, after, by);
      return { before, after };
    });
  }

  async rules(tenantId: string): Promise<TierRule[]> {
    return (await this.ctx.db.tenant(tenantId, (tx) => listRules(tx, tenantId))).map(toRule);
  }

  /** @throws 404 when there is no such rule */
  async rule(tenantId: string, ruleId: string): Promise<TierRule> {
    return toRule(await this.ctx.db.tenant(tenantId, (tx) => this.#stored(tx, tenantId, ruleId)));
  }

  /**
   * Adds a rule and evaluates it.
   * @throws 422 when it selects nothing by its kind or assigns nothing; 409 when its name is taken
   */
  async create(tenantId: string, { tier = null, labels = [], certify = false, enabled = true, ...given }: NewRule, by: string): Promise<TierRule> {
    checkSelection(given, this.deps.queries);
    const fields = { ...given, name: given.name.trim(), tier: tier as Tier | null, labels: distinct(labels), certify, enabled };
    checkPurpose(fields);
    const ruleId = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await this.#refuseTaken(tx, tenantId, fields.name, null);
      await insertRule(tx, tenantId, ruleId, fields, by);
    });
    return this.#evaluated(tenantId, ruleId);
  }

  /**
   * Changes the given fields of a rule and evaluates it.
   * @throws 404 without such a rule; 409 for another version or a taken name; 422 like `create`, and for a field of a built-in rule
   */
  async change(tenantId: string, ruleId: string, { version, ...change }: RuleChange, by: string): Promise<{ before: TierRule; after: TierRule }> {
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      await lockRule(tx, tenantId, ruleId);
      const rule = await this.#stored(tx, tenantId, ruleId);
      if (version !== undefined && version !== rule.version)
        throw conflict('RULE_CHANGED', 'Another user changed this rule. Reload the page and try again.');
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      if (rule.kind === 'BUILT_IN' && Object.keys(given).some((field) => field !== 'enabled'))
        throw unprocessable('RULE_BUILT_IN', 'A built-in rule can only be switched on and off. Add a rule of your own instead.');
      const fields = { ...rule, ...given } as StoredRule;
      fields.labels = distinct(fields.labels);
      fields.name = fields.name.trim();
      if (rule.kind !== 'BUILT_IN') {
        checkSelection(fields, this.deps.queries);
        checkPurpose(fields);
      }
      await this.#refuseTaken(tx, tenantId, fields.name, ruleId);
      const { name, kind, definition, tier, labels, reason, certify, enabled } = fields;
      await updateRule(tx, tenantId, ruleId, { name, kind, definition, tier, labels, reason, certify, enabled }, by);
      return toRule(rule);
    });
    return { before, after: await this.#evaluated(tenantId, ruleId) };
  }

  /**
   * Deletes a rule and returns it.
   * @throws 404 without such a rule; 422 for a built-in one
   */
  async remove(tenantId: string, ruleId: string): Promise<TierRule> {
    const removed = await this.ctx.db.tenant(tenantId, async (tx) => {
      const rule = await this.#stored(tx, tenantId, ruleId);
      if (rule.kind === 'BUILT_IN') throw unprocessable('RULE_BUILT_IN', 'A built-in rule cannot be deleted. Switch it off instead.');
      await deleteRule(tx, tenantId, ruleId);
      return toRule(rule);
    });
    await this.deps.changed(tenantId);
    return removed;
  }

  /** Returns what a rule would hold. */
  async preview(tenantId: string, selection: Pick<NewRule, 'kind' | 'definition'>): Promise<Api['POST /v1/tiers/rules/preview']['answer']> {
    checkSelection(selection, this.deps.queries);
    const uris = await selectEntities(this.ctx.db, this.deps.queries, tenantId, selection);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const tiers = await readTiers(tx, tenantId);
      const examples = await findExamples(tx, tenantId, [...uris], MOST_EXAMPLES);
      const named = await this.#named(tx, tenantId, examples);
      return { total: uris.size, examples: named.map((row) => ({ ...row, tier: tiers.get(row.uri) ?? 3 })) };
    });
  }

  members(tenantId: string, filter: MemberFilter, page: Page): Promise<{ rows: TierMember[]; total: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const { rows, total } = await listMembers(tx, tenantId, filter, page);
      return { rows: await this.#named(tx, tenantId, rows), total };
    });
  }

  shadow(tenantId: string, search: string, page: Page): Promise<Api['GET /v1/tiers/shadow']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const { rows, total } = await listShadow(tx, tenantId, search, page);
      const named = await this.#named(tx, tenantId, rows);
      const withQuery = named.map((row): ShadowControl => ({ ...row, query: shadowQuery(row) }));
      return { rows: withQuery, total, query: 'any with-attribute tier > 0 with-access any with-attribute tier 0 for admin' };
    });
  }

  /**
   * Accepts or rejects entities of a rule.
   * @returns the entities with their state before
   * @throws 404 without such a rule
   */
  async certify(
    tenantId: string,
    { rule_id: ruleId, uris, decision, note }: Pick<Api['POST /v1/tiers/certify']['body'], 'rule_id' | 'uris' | 'decision' | 'note'>,
    by: string,
  ): Promise<{ uri: string; state: string }[]> {
    const state = decision === 'ACCEPT' ? 'MEMBER' : 'REJECTED';
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      await this.#stored(tx, tenantId, ruleId);
      return decide(tx, tenantId, ruleId, uris, { state, by, note: note.trim() });
    });
    if (before.length > 0) await this.deps.changed(tenantId);
    return before;
  }

  /** Evaluates every rule whose entities may have changed. A rule that fails keeps its members and says why. */
  async evaluate(tenantId: string, signal?: AbortSignal): Promise<void> {
    const { queries } = this.deps;
    const affected = await this.ctx.db.tenant(tenantId, async (tx) => {
      const rules = await listRules(tx, tenantId);
      const unaffected = await findUnaffected(tx, tenantId, queries, { rules, state: await readRuledState(tx, tenantId, queries) });
      return rules.filter(({ rule_id: id }) => !unaffected.has(id));
    });
    for (const rule of affected) {
      signal?.throwIfAborted();
      await this.#evaluateRule(tenantId, rule);
    }
  }

  async #evaluated(tenantId: string, ruleId: string): Promise<TierRule> {
    await this.#evaluateRule(tenantId, await this.ctx.db.tenant(tenantId, (tx) => this.#stored(tx, tenantId, ruleId)));
    await this.deps.changed(tenantId);
    return this.rule(tenantId, ruleId);
  }

  async #evaluateRule(tenantId: string, rule: StoredRule): Promise<void> {
    const { db } = this.ctx;
    let error: string | null = null;
    // Read before the query: what a snapshot changes meanwhile counts as changed since.
    const state = await db.tenant(tenantId, (tx) => readRuledState(tx, tenantId, this.deps.queries));
    const uris = rule.enabled
      ? await selectEntities(db, this.deps.queries, tenantId, rule).catch((reason: unknown) => {
          if (!(reason instanceof ApiError)) throw reason;
          error = reason.userMessage;
          return null;
        })
      : new Set<string>();
    await db.tenant(tenantId, async (tx) => {
      // A rule that was deleted or changed meanwhile is evaluated by that change.
      if (!(await lockRule(tx, tenantId, rule.rule_id))) return;
      const [now] = await listRules(tx, tenantId, rule.rule_id);
      if (now?.version !== rule.version) return;
      if (uris) await replaceMembers(tx, tenantId, rule, uris);
      const { snapshotId } = state;
      if (rule.enabled)
        await noteEvaluation(tx, tenantId, rule.rule_id, { matched: uris?.size ?? null, error, snapshotId, of: ruledBy(rule, state) });
    });
  }

  async #stored(tx: Tx, tenantId: string, ruleId: string): Promise<StoredRule> {
    const [rule] = await listRules(tx, tenantId, ruleId);
    if (!rule) throw notFound('There is no tier rule with this id. Reload the page.');
    return rule;
  }

  /** Rules as code are known by their name, so a name may occur only once. */
  async #refuseTaken(tx: Tx, tenantId: string, name: string, ruleId: string | null): Promise<void> {
    if (name === '') throw unprocessable('NAME_MISSING', 'Enter a name for the rule.');
    const taken = (await listRules(tx, tenantId)).some((rule) => rule.rule_id !== ruleId && rule.name.toLowerCase() === name.toLowerCase());
    if (taken) throw conflict('NAME_TAKEN', `There is already a tier rule named "${name}". Choose another name.`);
  }

  async #named<Row extends { account_id: string }>(tx: Tx, tenantId: string, rows: readonly Row[]): Promise<(Row & { account_name: string })[]> {
    const names = new Map((await this.deps.sources.accountsOf(tx, tenantId)).map(({ account_id: id, account_name: name }) => [id, name]));
    return rows.map((row) => ({ ...row, account_name: names.get(row.account_id) ?? row.account_id }));
  }
}

/** Returns the query for the members of a tier that sources list now; empty when the language has no word for one of their types. */
function tierQuery(types: readonly string[], tier: Tier): string {
  const words = typeWords(types);
  return words === '' ? '' : `${words} with-attribute tier ${tier}`;
}

function labelQuery(types: readonly string[], label: string): string {
  const words = typeWords(types);
  return words === '' ? '' : `${words} with-attribute label ${quoted(label)}`;
}

const EVERY: MemberFilter = { state: null, tier: null, ruleId: null, search: '' };

function toRule(rule: StoredRule): TierRule {
  const { matched_before: _before, error: _error, evaluated_at: _at, evaluated_snapshot: _snapshot, evaluated_of: _of, ...fields } = rule;
  return { ...fields, query: queryOf(rule), notice: noticeOf(rule) };
}

/** @throws ApiError 422 when a rule assigns neither a tier nor a label */
function checkPurpose({ tier, labels }: { tier: Tier | null; labels: readonly string[] }): void {
  if (tier === null && labels.length === 0) throw unprocessable('RULE_WITHOUT_PURPOSE', 'Choose a tier or enter a label that the rule assigns.');
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))].sort();
}

function shadowQuery({ uri, over, how }: Pick<ShadowControl, 'uri' | 'over' | 'how'>): string {
  if (how === 'BECOMES') return `any with-attribute uri ${quoted(uri)} with-access any via any with-attribute uri ${quoted(over.uri)}`;
  const reaching = accessTo(over.type, over.uri);
  return reaching === '' ? '' : reaching.replace(/^any /, `any with-attribute uri ${quoted(uri)} `) + ' for admin';
}
