import type { Severity } from '@cam/contracts';
import { CLOUDS, type Cloud } from './clouds';
import type { Controls } from './controls';
import type { ComplianceRule } from './rule';

/** A rule that applies to several clouds. */
export interface CloudRule {
  key: string;
  name: (cloud: string) => string;
  severity: Severity;
  category: string;
  description: string;
  remediation: string;
  /** The query for the population in a cloud, if it is not all of `who` with access there. */
  population?: (cloud: Cloud) => string;
  who: string;
  /** The condition of a failure, appended to `who`. */
  fails: (cloud: Cloud) => string;
  reason: string | ((cloud: Cloud) => string);
  controls: Controls;
  cis?: Partial<Record<Cloud, string>>;
  /** The clouds of the rule; all if missing. */
  clouds?: readonly Cloud[];
}

/** Returns the rules of each cloud. */
export function inEachCloud(rules: readonly CloudRule[]): ComplianceRule[] {
  return CLOUDS.flatMap(({ cloud, id, name, cis }) =>
    rules
      .filter(({ clouds }) => !clouds || clouds.includes(cloud))
      .map((rule) => ({
        id: `${id}-${rule.key}`,
        name: rule.name(name),
        severity: rule.severity,
        category: rule.category,
        description: rule.description,
        remediation: rule.remediation,
        controls: { ...rule.controls, ...(rule.cis?.[cloud] ? { [cis]: rule.cis[cloud] } : {}) },
        population: rule.population?.(cloud) ?? `${rule.who} with-access any with-attribute cloudtype ${cloud}`,
        failing: `${rule.who} ${rule.fails(cloud)}`,
        reason: typeof rule.reason === 'string' ? rule.reason : rule.reason(cloud),
      })),
  );
}
