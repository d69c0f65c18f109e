import type { TicketRule } from '@cam/contracts';

type Conditions = Pick<TicketRule, 'risk_above' | 'max_tier' | 'severities' | 'monitor_ids' | 'account_ids'>;

/** Returns the conditions of a rule in words: "risk above 75, tier 0 or 1, severity high". */
export function conditionsOf({ risk_above: risk, max_tier: tier, severities, monitor_ids: guardrails, account_ids: accounts }: Conditions): string {
  const all = [
    ...(risk === null ? [] : [`risk above ${risk}`]),
    ...(tier === null ? [] : [tiersOf(tier)]),
    ...(severities.length === 0 ? [] : [`severity ${severities.map((one) => one.toLowerCase()).join(' or ')}`]),
    ...(guardrails.length === 0 ? [] : [guardrails.length === 1 ? '1 guardrail' : `${guardrails.length} guardrails`]),
    ...(accounts.length === 0 ? [] : [accounts.length === 1 ? '1 account' : `${accounts.length} accounts`]),
  ];
  return all.join(', ') || 'any alert';
}

/** Returns the tiers up to one: "tier 0", "tier 0 to 2". */
export function tiersOf(tier: number): string {
  return tier === 0 ? 'tier 0' : `tier 0 to ${tier}`;
}
