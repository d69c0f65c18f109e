import { accountLimitOf } from '../../platform/http/limited-token';
import type { Mount } from '../../platform/http/mount';
import { setPartialHeader } from '../../platform/http/partial-results';
import type { Principal } from '../../platform/http/principal';
import { byControl, toSuiteControl } from './by-control';
import { totalsOf, toRule, type Evaluated } from './evaluated';
import { complianceReport } from './report';
import { FRAMEWORKS } from './rules/controls';
import { isJudged } from './rules/rule';
import type { ComplianceService } from './service';

export function complianceRoutes(mount: Mount, compliance: ComplianceService): void {
  mount('GET /v1/intents/suites', async ({ tenantId, query }) => {
    const { suites, totals } = await compliance.suites(tenantId, query.account_id ?? null);
    return { suites, ...totals };
  });

  mount('GET /v1/intents/complianceRules', async ({ tenantId, query, principal }) => {
    const { suite, evaluated: all } = await compliance.rules(tenantId, query.suite_id, query.account_id ?? null);
    const evaluated = all.map((one) => visibleTo(principal, one));
    return {
      rules: evaluated.map(toRule),
      ...totalsOf(evaluated),
      suite: suite.name,
      framework: suite.framework ? FRAMEWORKS[suite.framework] : '',
      controls: byControl(suite, evaluated).map(toSuiteControl),
    };
  });

  mount('GET /v1/intents/rules', async ({ tenantId, query, principal }) => {
    const all = await compliance.rulesWhere(tenantId, query, query.account_id ?? null);
    const evaluated = all.map((one) => visibleTo(principal, one));
    return { rules: evaluated.map(toRule), ...totalsOf(evaluated) };
  });

  mount('GET /v1/intents/rule', async ({ tenantId, query, reply, principal }) => {
    const { evaluated: whole, objects: found, partial } = await compliance.rule(tenantId, query.rule_id, query, query.account_id ?? null);
    setPartialHeader(reply, partial);
    const evaluated = visibleTo(principal, whole);
    const shown = new Set(evaluated.objects.map(({ object_uri: uri }) => uri));
    const { rule } = evaluated;
    const texts = {
      description: rule.description,
      remediation: rule.remediation,
      evidence: isJudged(rule) ? '' : rule.evidence,
      population_query: isJudged(rule) ? rule.population : '',
    };
    return { rule_details: { ...toRule(evaluated), ...texts }, failed_objects: found.filter(({ object_uri: uri }) => shown.has(uri)) };
  });

  mount('GET /v1/intents/complianceTrend', async ({ tenantId, query }) => ({
    points: await compliance.trend(tenantId, query, query.account_id ?? null),
  }));

  mount('POST /v1/intents/complianceReport', async ({ tenantId, body }) => {
    const accountId = body.account_id ?? null;
    return complianceReport(await compliance.report(tenantId, body.suite_id, accountId), accountId);
  });

  mount('GET /v1/intents/failedCountsByRegion', ({ tenantId, query }) => compliance.counter.counted(tenantId, query.account_id ?? null));
}

/**
 * Leaves out what a token that is limited to accounts may not know: the dates of a rule, which are those of the whole tenant, and identities of other accounts
 * that fail it because of their access to these.
 */
function visibleTo(principal: Principal, evaluated: Evaluated): Evaluated {
  const limit = accountLimitOf(principal);
  if (!limit) return evaluated;
  const objects = evaluated.objects.filter(({ account_id: id }) => limit.includes(id));
  return { ...evaluated, objects, lastStatusChange: null, lastFailed: null };
}
