import type { Mount } from '../http/mount';
import type { ComplianceService } from './service';

export function complianceRoutes(mount: Mount, compliance: ComplianceService): void {
  mount('GET /v1/intents/suites', async ({ tenantId, query }) => {
    const suites = await compliance.suites(tenantId, query.account_id ?? null);
    const sum = (field: 'total_tests' | 'failing_tests' | 'passing_tests'): number => suites.reduce((total, suite) => total + suite[field], 0);
    return { suites, total_tests: sum('total_tests'), failing_tests: sum('failing_tests'), passing_tests: sum('passing_tests') };
  });

  mount('GET /v1/intents/complianceRules', async ({ tenantId, query }) => {
    const { suite, rules, totals } = await compliance.rules(tenantId, query.suite_id, query.account_id ?? null);
    return { rules, ...totals, suite: suite.name };
  });

  mount('GET /v1/intents/rule', async ({ tenantId, query }) => {
    const { rule, details, failed } = await compliance.rule(tenantId, query.rule_id, query.account_id ?? null);
    return { rule_details: { ...details, description: rule.description, remediation: rule.remediation }, failed_objects: failed };
  });

  mount('GET /v1/intents/failedCountsByRegion', ({ tenantId, query }) => compliance.counter.counted(tenantId, query.account_id ?? null));
}
