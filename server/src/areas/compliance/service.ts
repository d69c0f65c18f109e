import type { FailedObject, PartialReason, RegionCount, Suite, TrendPoint } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { includesAccount, knownAccounts } from '../../platform/http/account-filter';
import { notFound, unprocessable } from '../../platform/http/errors';
import { type SnapshotTimes, type SubjectRow, countByRegion } from '../../graph';
import { ComplianceCounter } from './counter';
import { countsOf, decisionOf, isAnswered, isCounted, openCount, toObject, totalsOf, type Evaluated, type Totals } from './evaluated';
import { readRuleExclusions } from '../exclusions';
import { readExceptions, saveExceptions, isInEffect } from './exceptions';
import { readAllFindings, readFindings } from './findings';
import { RuleHistory } from './history';
import { Judge, type ComplianceQueries, type JudgedScope } from './judge';
import { cloudOf, isJudged, type ComplianceRule } from './rules/rule';
import { findRule, findSuite, RULES, SUITES, type ComplianceSuite } from './rules/suites';
import type { AssessedAccount, PassingObject, SuiteReport } from './report';
import { noteStatuses, readStatuses } from './statuses';
import type { SnapshotDay } from './trend';

export interface ComplianceDependencies {
  queries: ComplianceQueries;
  graph: {
    /** Returns the last snapshot of each day, latest first. */
    snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<SnapshotDay[]>;
    /** Returns the time of each account's last snapshot up to the end of a day. */
    snapshotTimes(tx: Tx, tenantId: string, day: string): Promise<SnapshotTimes>;
  };
  sources: {
    accountsOf(tx: Tx, tenantId: string): Promise<AssessedAccount[]>;
    /** Returns the organizations, which hold entities of their own. */
    organizationsOf(tx: Tx, tenantId: string): Promise<{ account_id: string }[]>;
    /** Returns whether imports are running or accounts wait to be evaluated again. */
    isSettling(tenantId: string): Promise<boolean>;
  };
}

/** The state of a failed object in the audit log. */
type Decided = Pick<FailedObject, 'object_uri' | 'object_name' | 'status'>;

/** A place of failures. */
export interface Where {
  region?: string;
  object_uri?: string;
}

/** Filter of failed objects; by default all that are not dismissed. */
export interface Shown extends Where {
  show_dismissed?: boolean;
  show_open_only?: boolean;
}

/** Evaluates suites of rules on the current graph: the objects that a rule's query returns fail. */
export class ComplianceService {
  readonly counter: ComplianceCounter;
  readonly #judge: Judge;
  readonly #history: RuleHistory;

  constructor(
    private readonly ctx: Context,
    private readonly deps: ComplianceDependencies,
  ) {
    this.#judge = new Judge(ctx, deps.queries);
    this.#history = new RuleHistory(ctx, deps);
    this.counter = new ComplianceCounter(ctx, {
      sources: deps.sources,
      count: (tenantId, accountId) => this.#count(tenantId, accountId),
      fillTrend: (tenantId, accountId) => this.#history.fill(tenantId, accountId),
    });
  }

  isRule(id: string): boolean {
    return findRule(id) !== undefined;
  }

  async suites(tenantId: string, accountId: string | null): Promise<{ suites: Suite[]; totals: Totals }> {
    const evaluated = new Map((await this.evaluate(tenantId, RULES, accountId)).map((one) => [one.rule.id, one]));
    const suites = SUITES.map(({ id, name, description, cloudType, rules }) => {
      const own = rules.flatMap((rule) => evaluated.get(rule.id) ?? []);
      return { suite_id: id, suite: name, description, cloud_type: cloudType, ...totalsOf(own) };
    });
    // A rule in several suites counts once.
    return { suites, totals: totalsOf([...evaluated.values()]) };
  }

  async rules(tenantId: string, suiteId: string, accountId: string | null): Promise<{ suite: ComplianceSuite; evaluated: Evaluated[] }> {
    const suite = knownSuite(suiteId);
    return { suite, evaluated: await this.evaluate(tenantId, suite.rules, accountId) };
  }

  /** Returns the rules of a suite with all details of failed objects for its report. */
  async report(tenantId: string, suiteId: string, accountId: string | null): Promise<SuiteReport> {
    const { suite, evaluated } = await this.rules(tenantId, suiteId, accountId);
    const ids = suite.rules.map(({ id }) => id);
    const since = await this.ctx.db.tenant(tenantId, (tx) => readAllFindings(tx, tenantId, ids));
    const dated = evaluated.map((one) => ({ ...one, objects: one.objects.map((object) => withSince(object, since.get(one.rule.id))) }));
    const accounts = (await this.ctx.db.tenant(tenantId, (tx) => this.deps.sources.accountsOf(tx, tenantId))).filter(({ account_id: id }) =>
      includesAccount(accountId, id),
    );
    const partial = await this.partial(tenantId, suite.rules, accountId);
    return { suite, evaluated: dated, accounts, passing: this.#passing(tenantId, dated, accountId), partial };
  }

  /** Yields the objects that pass each rule: those that it covers and that do not fail. */
  async *#passing(tenantId: string, evaluated: readonly Evaluated[], accountId: string | null): AsyncGenerator<PassingObject[]> {
    const covered = new Map<string, readonly SubjectRow[]>();
    for (const { rule, objects, total } of evaluated) {
      if (!isJudged(rule) || total === 0) continue;
      const population = covered.get(rule.population) ?? (await this.deps.queries.subjects(tenantId, rule.population, accountId));
      covered.set(rule.population, population);
      const failed = new Set(objects.map(({ object_uri: uri }) => uri));
      yield population.filter(({ uri }) => !failed.has(uri)).map((object) => ({ ...object, rule: rule.name }));
    }
  }

  /** Returns why failures may be missing, by what the rules' queries lack. */
  async partial(tenantId: string, rules: readonly ComplianceRule[], accountId: string | null): Promise<PartialReason[]> {
    const accounts = await this.ctx.db.tenant(tenantId, (tx) => this.deps.sources.accountsOf(tx, tenantId));
    const clouds = new Set(accounts.map(({ cloud_type: cloud }) => cloud));
    const queries = rules.flatMap((rule) => (isJudged(rule) && clouds.has(cloudOf(rule)) ? [rule.failing, rule.population] : []));
    return this.deps.queries.partial(tenantId, [...new Set(queries)], accountId);
  }

  /** Returns the rules of all suites; with a region or an object, those that fail there. */
  async rulesWhere(tenantId: string, where: Where, accountId: string | null): Promise<Evaluated[]> {
    const evaluated = await this.evaluate(tenantId, RULES, accountId);
    if (where.region === undefined && where.object_uri === undefined) return evaluated;
    return evaluated
      .map((one) => ({ ...one, objects: one.objects.filter((object) => isAt(object, where)) }))
      .filter(({ objects }) => objects.some(isCounted));
  }

  /** Returns a rule, its failed objects that match, and why some may be missing. @throws ApiError 404 for an unknown rule */
  async rule(
    tenantId: string,
    ruleId: string,
    shown: Shown,
    accountId: string | null,
  ): Promise<{ evaluated: Evaluated; objects: FailedObject[]; partial: PartialReason[] }> {
    const rule = knownRule(ruleId);
    const [evaluated] = await this.evaluate(tenantId, [rule], accountId);
    if (!evaluated) throw notFound('This rule does not exist.');
    const isShown = (object: FailedObject): boolean =>
      shown.show_open_only ? object.status === 'OPEN' : shown.show_dismissed === true || isCounted(object);
    const since = await this.ctx.db.tenant(tenantId, (tx) => readFindings(tx, tenantId, ruleId));
    const objects = evaluated.objects.filter((object) => isShown(object) && isAt(object, shown)).map((object) => withSince(object, since));
    return { evaluated, objects, partial: await this.partial(tenantId, [rule], accountId) };
  }

  /** Returns the failures that nobody dismissed, of one rule or all, excluded ones included. */
  async findings(tenantId: string, ruleId: string | null) {
    const rules = ruleId === null ? RULES : RULES.filter(({ id }) => id === ruleId);
    return (await this.evaluate(tenantId, rules, null)).flatMap(({ rule, objects }) =>
      objects
        .filter(({ status }) => status !== 'DISMISSED')
        .map((one) => ({
          uri: one.object_uri,
          name: one.object_name,
          referenceId: rule.id,
          referenceName: rule.name,
          accountId: one.account_id,
        })),
    );
  }

  /** Returns the daily state of a rule, of a suite, or of all rules, earliest first. */
  trend(tenantId: string, of: { suite_id?: string; rule_id?: string }, accountId: string | null): Promise<TrendPoint[]> {
    const rules = of.rule_id === undefined ? (of.suite_id === undefined ? RULES : knownSuite(of.suite_id).rules) : [knownRule(of.rule_id)];
    return this.#history.trend(
      tenantId,
      accountId,
      rules.map(({ id }) => id),
    );
  }

  /**
   * Dismisses, keeps or remediates failed objects of a rule: all or none.
   * @returns their states before and after
   * @throws ApiError 404 if one of them does not fail the rule
   */
  async act(
    tenantId: string,
    ruleId: string,
    act: 'dismiss' | 'keep' | 'remediate',
    uris: readonly string[],
    by: string,
  ): Promise<{ before: Decided[]; after: Decided[] }> {
    const rule = knownRule(ruleId);
    if (!isJudged(rule)) throw unprocessable('RULE_IS_MANUAL', 'This rule needs manual evidence and has no failed objects.');
    const wanted = new Set(uris);
    const before = (await this.evaluate(tenantId, [rule], null)).flatMap(({ objects }) =>
      objects.filter((one) => wanted.has(one.object_uri)).map(decided),
    );
    if (before.length < wanted.size) throw notFound('Some of these objects no longer fail this rule. Reload the list.');
    const status = { dismiss: 'DISMISSED', keep: null, remediate: 'REMEDIATED' } as const;
    await this.ctx.db.tenant(tenantId, (tx) => saveExceptions(tx, tenantId, ruleId, [...wanted], { status: status[act], by }));
    await this.counter.queue(tenantId);
    return { before, after: before.map((one) => ({ ...one, status: status[act] ?? 'OPEN' })) };
  }

  /** Counts failures of all rules by region; an object counts for each rule that it fails. Stores the state of the rules. */
  async #count(tenantId: string, accountId: string | null): Promise<RegionCount[]> {
    const evaluated = await this.evaluate(tenantId, RULES, accountId);
    await this.#history.note(
      tenantId,
      accountId,
      evaluated.filter(isAnswered).map((one) => ({
        ruleId: one.rule.id,
        counts: countsOf(one),
        failing: one.objects.map(({ object_uri: uri }) => uri),
      })),
    );
    return countByRegion(evaluated.flatMap(({ objects }) => objects.filter(isCounted).map(({ region }) => region)));
  }

  /** Returns the connected accounts, and what the rules are evaluated on. */
  #scope(tenantId: string, accountId: string | null): Promise<{ accounts: AssessedAccount[]; scope: JudgedScope }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const accounts = await this.deps.sources.accountsOf(tx, tenantId);
      const places = accountId === null ? [] : [...accounts, ...(await this.deps.sources.organizationsOf(tx, tenantId))];
      const filter =
        accountId === null
          ? null
          : knownAccounts(
              accountId,
              places.map(({ account_id: id }) => id),
            );
      const [last] = await this.deps.graph.snapshotDays(tx, tenantId, 1);
      return { accounts, scope: { tenantId, snapshotId: last?.snapshotId ?? null, accountId: filter } };
    });
  }

  async evaluate(tenantId: string, rules: readonly ComplianceRule[], accountId: string | null): Promise<Evaluated[]> {
    const { accounts, scope } = await this.#scope(tenantId, accountId);
    const clouds = new Set(accounts.map(({ cloud_type: cloud }) => cloud));
    const judged: { rule: ComplianceRule; failed: readonly SubjectRow[]; total: number }[] = [];
    for (const rule of rules) {
      // A cloud without a source has no data to evaluate, and neither has a filter without a connected account.
      const isRead = isJudged(rule) && clouds.has(cloudOf(rule)) && scope.accountId !== '';
      judged.push({ rule, ...(isRead ? await this.#judge.judge(scope, rule) : { failed: [], total: 0 }) });
    }
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const exceptions = await readExceptions(tx, tenantId);
      const exclusionOf = await readRuleExclusions(tx, tenantId);
      const snapshotOf = lastSnapshots(accounts);
      const evaluated = judged.map(({ rule, failed, total }) => ({
        rule,
        total,
        objects: failed.map((one) => {
          const exception = exceptions.get(rule.id)?.get(one.uri);
          const inEffect = exception && isInEffect(exception, snapshotOf(one.account_id)) ? exception : undefined;
          return toObject(one, rule, decisionOf(inEffect, exclusionOf(rule.id, one)));
        }),
      }));
      // The status belongs to the whole tenant, so a filtered view must not write it.
      const failing = new Map(evaluated.filter(isAnswered).map((one) => [one.rule.id, openCount(one.objects) > 0]));
      const dates = accountId === null ? await noteStatuses(tx, tenantId, failing) : await readStatuses(tx, tenantId);
      return evaluated.map((one) => {
        const { changedAt, lastFailedAt } = dates.get(one.rule.id) ?? { changedAt: null, lastFailedAt: null };
        return { ...one, lastStatusChange: changedAt?.toISOString() ?? null, lastFailed: lastFailedAt?.toISOString() ?? null };
      });
    });
  }
}

function knownRule(ruleId: string): ComplianceRule {
  const rule = findRule(ruleId);
  if (!rule) throw notFound('This rule does not exist. Choose one from its suite.');
  return rule;
}

function knownSuite(suiteId: string): ComplianceSuite {
  const suite = findSuite(suiteId);
  if (!suite) throw notFound('This suite does not exist. Choose one from the list.');
  return suite;
}

function withSince(object: FailedObject, since: ReadonlyMap<string, Date> | undefined): FailedObject {
  return { ...object, failing_since: since?.get(object.object_uri)?.toISOString() ?? null };
}

function decided({ object_uri, object_name, status }: FailedObject): Decided {
  return { object_uri, object_name, status };
}

function isAt({ region, object_uri }: FailedObject, where: Where): boolean {
  const isGlobal = region === '' || region === '-' || region === '0';
  const wanted = where.region?.split(',');
  const isThere = wanted === undefined || wanted.some((one) => region === one || (isGlobal && ['', '0', '-', 'Global'].includes(one)));
  return isThere && (where.object_uri === undefined || where.object_uri === object_uri);
}

/** Returns a lookup of each account's last snapshot. For identities outside all connected accounts it returns the latest one of any account. */
function lastSnapshots(accounts: readonly { account_id: string; last_snapshot_time: string | null }[]): (accountId: string) => Date | undefined {
  const times = accounts.flatMap(({ account_id: id, last_snapshot_time: at }) => (at === null ? [] : [[id, new Date(at)] as const]));
  const byAccount = new Map(times);
  const latest = times.map(([, at]) => at).sort((a, b) => b.getTime() - a.getTime())[0];
  return (accountId) => byAccount.get(accountId) ?? latest;
}
