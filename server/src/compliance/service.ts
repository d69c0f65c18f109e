import type { FailedObject, RegionCount, Rule, Suite } from '@cam/contracts/server';
import type { Context } from '../context';
import { notFound } from '../http/errors';
import type { SubjectRow } from '../query/subjects';
import { countByRegion } from '../regions/count-by-region';
import { ComplianceCounter, type CounterDependencies } from './counter';
import { findRule, findSuite, SUITES, type ComplianceRule, type ComplianceSuite } from './rules';

/** What compliance asks of the query area. */
export interface ComplianceQueries {
  subjects(tenantId: string, query: string, accountId: string | null): Promise<SubjectRow[]>;
}

interface Evaluated {
  rule: ComplianceRule;
  failed: SubjectRow[];
  total: number;
  lastStatusChange: string | null;
}

/** Suites of rules, judged on the current graph: what fails is what the rule's query answers. */
export class ComplianceService {
  readonly counter: ComplianceCounter;

  constructor(
    private readonly ctx: Context,
    private readonly queries: ComplianceQueries,
    sources: CounterDependencies['sources'],
  ) {
    this.counter = new ComplianceCounter(ctx, { sources, failing: (tenantId, accountId) => this.#failingByRegion(tenantId, accountId) });
  }

  async suites(tenantId: string, accountId: string | null): Promise<Suite[]> {
    const suites: Suite[] = [];
    for (const suite of SUITES) {
      const evaluated = await this.#evaluate(tenantId, suite.rules, accountId);
      suites.push({ suite_id: suite.id, suite: suite.name, description: suite.description, cloud_type: suite.cloudType, ...totalsOf(evaluated) });
    }
    return suites;
  }

  async rules(
    tenantId: string,
    suiteId: string,
    accountId: string | null,
  ): Promise<{ suite: ComplianceSuite; rules: Rule[]; totals: ReturnType<typeof totalsOf> }> {
    const suite = findSuite(suiteId);
    if (!suite) throw notFound('There is no such suite. Choose one from the list.');
    const evaluated = await this.#evaluate(tenantId, suite.rules, accountId);
    return { suite, rules: evaluated.map(toRule), totals: totalsOf(evaluated) };
  }

  async rule(tenantId: string, ruleId: string, accountId: string | null): Promise<{ rule: ComplianceRule; details: Rule; failed: FailedObject[] }> {
    const rule = findRule(ruleId);
    if (!rule) throw notFound('There is no such rule. Choose one from its suite.');
    const [evaluated] = await this.#evaluate(tenantId, [rule], accountId);
    if (!evaluated) throw notFound('There is no such rule.');
    const failed = evaluated.failed.map((subject) => ({
      object_uri: subject.uri,
      object_name: subject.name,
      object_type: subject.type,
      account_id: subject.account_id,
      account_name: subject.account_name,
      region: subject.region,
      reason: rule.reason,
    }));
    return { rule, details: toRule(evaluated), failed };
  }

  /** What fails in each region, of all rules. */
  async #failingByRegion(tenantId: string, accountId: string | null): Promise<RegionCount[]> {
    const regions: string[] = [];
    for (const rule of SUITES.flatMap(({ rules }) => rules)) {
      const { failed } = await this.#failing(tenantId, rule, accountId);
      for (const { region } of failed) regions.push(region);
    }
    return countByRegion(regions);
  }

  async #evaluate(tenantId: string, rules: readonly ComplianceRule[], accountId: string | null): Promise<Evaluated[]> {
    const evaluated: Evaluated[] = [];
    for (const rule of rules) {
      const failing = await this.#failing(tenantId, rule, accountId);
      const population = await this.queries.subjects(tenantId, rule.population, accountId);
      evaluated.push({ rule, ...failing, total: population.length });
    }
    return evaluated;
  }

  /** Who fails a rule. The status is that of the whole tenant: a filtered view must not write it. */
  async #failing(tenantId: string, rule: ComplianceRule, accountId: string | null): Promise<Pick<Evaluated, 'failed' | 'lastStatusChange'>> {
    const failed = await this.queries.subjects(tenantId, rule.failing, accountId);
    const lastStatusChange =
      accountId === null ? await this.#noteStatus(tenantId, rule.id, failed.length > 0) : await this.#readStatus(tenantId, rule.id);
    return { failed, lastStatusChange };
  }

  /** Remembers when a rule went from passing to failing or back. */
  #noteStatus(tenantId: string, ruleId: string, failing: boolean): Promise<string> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await tx
        .selectFrom('compliance_status')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('rule_id', '=', ruleId)
        .executeTakeFirst();
      if (known && known.failing === failing) return new Date(known.changed_at).toISOString();
      const row = { failing, changed_at: new Date() };
      await tx
        .insertInto('compliance_status')
        .values({ tenant_id: tenantId, rule_id: ruleId, ...row })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'rule_id']).doUpdateSet(row))
        .execute();
      return row.changed_at.toISOString();
    });
  }

  #readStatus(tenantId: string, ruleId: string): Promise<string | null> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await tx
        .selectFrom('compliance_status')
        .select('changed_at')
        .where('tenant_id', '=', tenantId)
        .where('rule_id', '=', ruleId)
        .executeTakeFirst();
      return known ? new Date(known.changed_at).toISOString() : null;
    });
  }
}

function totalsOf(evaluated: readonly Evaluated[]): { total_tests: number; failing_tests: number; passing_tests: number } {
  const failing = evaluated.filter(({ failed }) => failed.length > 0).length;
  return { total_tests: evaluated.length, failing_tests: failing, passing_tests: evaluated.length - failing };
}

function toRule({ rule, failed, total, lastStatusChange }: Evaluated): Rule {
  return {
    id: rule.id,
    name: rule.name,
    severity: rule.severity,
    alert_type: 'ALERT_TYPE_GUARDRAIL',
    failed_count: failed.length,
    passed_count: Math.max(0, total - failed.length),
    total_count: total,
    last_status_change: lastStatusChange,
    query: rule.failing,
    category: rule.category,
    last_alert_date: null,
  };
}
