import type { Api, TierDefinition, TierRule } from '@cam/contracts';
import { CliFailure } from './failure';

type NewRule = Api['POST /v1/tiers/rules']['body'];

/** A rule in a file of tiers. */
export interface FileRule {
  name: string;
  kind: NewRule['kind'];
  definition: TierDefinition;
  tier: number | null;
  labels: string[];
  reason: string;
  certify: boolean;
  enabled: boolean;
}

/** A file of tiers: names of the tiers, rules, and which built-in rules are on. */
export interface TiersFile {
  names?: string[];
  rules: FileRule[];
  built_in?: { name: string; enabled: boolean }[];
}

/** One step that brings the tenant to the file. */
export type PlanStep =
  | { step: 'NAME'; names: string[] }
  | { step: 'ADD'; name: string; rule: FileRule }
  | { step: 'CHANGE'; name: string; rule_id: string; version: number; change: Partial<FileRule> }
  | { step: 'REMOVE'; name: string; rule_id: string };

const KINDS: readonly string[] = ['QUERY', 'TAG', 'PLACE', 'HAND'];

/**
 * Reads a file of tiers.
 * @throws CliFailure for text that is no such file
 */
export function parseTiersFile(text: string): TiersFile {
  let file: Partial<Record<keyof TiersFile, unknown>>;
  try {
    file = JSON.parse(text) as typeof file;
  } catch (error) {
    throw new CliFailure(`The file is not valid JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(file.rules)) throw new CliFailure('The file has no list "rules". Run "cam tiers export" for an example.');
  const rules = file.rules.map(toRule);
  const names = rules.map(({ name }) => name.toLowerCase());
  const twice = rules.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice) throw new CliFailure(`Two rules have the name "${twice.name}". A rule is known by its name, so each needs its own.`);
  return {
    rules,
    ...(file.names ? { names: file.names as string[] } : {}),
    ...(file.built_in ? { built_in: file.built_in as TiersFile['built_in'] } : {}),
  };
}

function toRule(given: unknown, index: number): FileRule {
  const { name, kind, definition, tier = null, labels = [], reason, certify = false, enabled = true } = (given ?? {}) as Partial<FileRule>;
  if (typeof name !== 'string' || name.trim() === '') throw new CliFailure(`Rule ${index + 1} has no "name".`);
  if (typeof kind !== 'string' || !KINDS.includes(kind)) throw new CliFailure(`The rule "${name}" needs a "kind": ${KINDS.join(', ')}.`);
  if (typeof definition !== 'object' || definition === null) throw new CliFailure(`The rule "${name}" has no "definition".`);
  if (typeof reason !== 'string' || reason.trim() === '') throw new CliFailure(`The rule "${name}" has no "reason".`);
  return { name: name.trim(), kind, definition, tier, labels: [...labels].sort(), reason, certify: kind === 'HAND' ? false : certify, enabled };
}

/** Returns the file that describes the rules of a tenant. */
export function toTiersFile(names: readonly string[], rules: readonly TierRule[]): TiersFile {
  return {
    names: [...names],
    rules: rules.filter((rule) => rule.kind !== 'BUILT_IN').map(fieldsOf),
    built_in: rules.filter(({ kind }) => kind === 'BUILT_IN').map(({ name, enabled }) => ({ name, enabled })),
  };
}

function fieldsOf({ name, kind, definition, tier, labels, reason, certify, enabled }: TierRule): FileRule {
  return { name, kind: kind as FileRule['kind'], definition, tier, labels: [...labels].sort(), reason, certify, enabled };
}

/**
 * Returns the steps that bring the rules of a tenant to a file. A second run has no steps.
 * @param prune also removes rules that the file lacks
 * @throws CliFailure for a built-in rule that does not exist, and for a rule whose kind differs
 */
export function planTiers(file: TiersFile, names: readonly string[], rules: readonly TierRule[], prune: boolean): PlanStep[] {
  const known = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]));
  const steps: PlanStep[] = [];
  if (file.names && JSON.stringify(file.names) !== JSON.stringify(names)) steps.push({ step: 'NAME', names: file.names });
  for (const rule of file.rules) {
    const before = known.get(rule.name.toLowerCase());
    if (!before) {
      steps.push({ step: 'ADD', name: rule.name, rule });
      continue;
    }
    if (before.kind !== rule.kind)
      throw new CliFailure(`The rule "${rule.name}" is of the kind ${before.kind}, which cannot change. Give the new rule another name.`);
    const change = changeOf(fieldsOf(before), rule);
    if (Object.keys(change).length > 0) steps.push({ step: 'CHANGE', name: rule.name, rule_id: before.rule_id, version: before.version, change });
  }
  for (const { name, enabled } of file.built_in ?? []) {
    const before = known.get(name.toLowerCase());
    if (before?.kind !== 'BUILT_IN') throw new CliFailure(`There is no built-in rule "${name}".`);
    if (before.enabled !== enabled) steps.push({ step: 'CHANGE', name, rule_id: before.rule_id, version: before.version, change: { enabled } });
  }
  const wanted = new Set(file.rules.map(({ name }) => name.toLowerCase()));
  const surplus = prune ? rules.filter(({ kind, name }) => kind !== 'BUILT_IN' && !wanted.has(name.toLowerCase())) : [];
  return [...steps, ...surplus.map(({ name, rule_id }): PlanStep => ({ step: 'REMOVE', name, rule_id }))];
}

/** Returns the fields that differ. */
function changeOf(before: FileRule, after: FileRule): Partial<FileRule> {
  const keys = (Object.keys(after) as (keyof FileRule)[]).filter((key) => key !== 'kind' && canonical(before[key]) !== canonical(after[key]));
  return Object.fromEntries(keys.map((key) => [key, after[key]]));
}

/** Returns a value as text, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns a step as a sentence. */
export function stepText(step: PlanStep): string {
  switch (step.step) {
    case 'NAME':
      return `Name the tiers ${step.names.join(', ')}`;
    case 'ADD':
      return `Add the rule "${step.name}"`;
    case 'CHANGE':
      return `Change ${Object.keys(step.change).join(', ')} of the rule "${step.name}"`;
    case 'REMOVE':
      return `Remove the rule "${step.name}"`;
  }
}
