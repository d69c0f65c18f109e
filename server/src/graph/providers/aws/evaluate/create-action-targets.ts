import type { ArnType, Catalogue } from '../../../engine/catalogue/catalogue';
import { perCatalogue } from '../../../engine/catalogue/per-catalogue';
import { createdTypeOf } from '../../../engine/catalogue/create-actions';
import { Bitset } from '../../../engine/bitset';
import { commonText } from '../compile/common-text';
import { literalBeginning, matchesArn } from '../../../engine/wildcard';
import { ANY_OTHER } from './bucket-objects';

/** A resource type that create actions are authorized on: the created resource, or one that must exist beforehand. */
interface TargetType {
  id: string;
  /** All ARN formats of the type. */
  types: readonly ArnType[];
  isCreated: boolean;
  actions: Bitset;
}

/** A sample ARN on which a policy may allow a create action. */
interface Example {
  target: TargetType;
  arn: string;
}

/** Maximum number of patterns with cached samples. */
const MOST_KEPT = 50_000;

/** Actions that must be allowed on one of the ARNs of their part. */
export interface CreateTargetProbe {
  part: string;
  actions: Bitset;
  arn: string;
}

/**
 * Determines the ARNs to test for resources that do not exist yet. AWS authorizes a create action on the future resource's ARN and on every other
 * required resource. For example, ec2:RunInstances types an instance, an image and a subnet. No ARN is known yet, so each pattern that policies
 * distinguish gets one sample. Permission on any sample means that the action may create something. A permission that covers only one fully named
 * resource is not reported here, because that resource has its own entity.
 */
export class CreateActionTargets {
  readonly actions: Bitset;
  readonly #types: readonly TargetType[];
  readonly #ofService = new Map<string, TargetType[]>();
  readonly #examples = new Map<string, readonly Example[]>();
  readonly #without = new Map<string, Bitset>();

  /** Returns the shared instance of a catalogue. It depends on nothing else. */
  static readonly of = perCatalogue((catalogue) => new CreateActionTargets(catalogue));

  private constructor(private readonly catalogue: Catalogue) {
    const { length } = catalogue.actions;
    const members = new Map<string, { service: string; key: string; isCreated: boolean; of: number[] }>();
    for (const action of catalogue.actions) {
      const created = createdTypeOf(action);
      if (created === null) continue;
      for (const key of new Set([created, ...action.requiredTypes])) {
        const id = `${action.service}/${key}${key === created ? ' created' : ''}`;
        const known = members.get(id) ?? { service: action.service, key, isCreated: key === created, of: [] };
        members.set(id, known);
        known.of.push(action.index);
      }
    }
    this.#types = [...members].map(([id, { service, key, isCreated, of }]) => ({
      id,
      types: catalogue.arnTypesOf(service, key),
      isCreated,
      actions: Bitset.of(length, of),
    }));
    for (const target of this.#types) {
      for (const service of new Set(target.types.map(({ pattern }) => pattern.split(':')[2] ?? ''))) {
        const known = this.#ofService.get(service);
        if (known) known.push(target);
        else this.#ofService.set(service, [target]);
      }
    }
    this.actions = this.#all(this.#types);
  }

  /** Reports whether a pattern distinguishes some resources that the account may create. */
  isDistinguishedBy(pattern: string, accountId: string): boolean {
    return pattern !== '*' && this.#examplesOf(pattern, accountId).length > 0;
  }

  /** Returns the samples to test. Actions whose targets no pattern distinguishes are tested on `*` alone. */
  probes(accountId: string, patterns: readonly string[]): { undistinguished: Bitset; distinguished: CreateTargetProbe[] } {
    const byNeed = new Map<TargetType, Map<string, string[]>>();
    for (const pattern of patterns) {
      if (pattern === '*') continue;
      for (const { target, arn } of this.#examplesOf(pattern, accountId)) {
        const arns = byNeed.get(target) ?? new Map<string, string[]>();
        byNeed.set(target, arns);
        arns.set(pattern, [...(arns.get(pattern) ?? []), arn]);
      }
    }
    const distinguished = [...byNeed].flatMap(([target, byPattern]) => {
      const any = target.types.map(({ pattern }) => toArn(pattern.split(':'), accountId));
      const arns = new Set([...any, ...[...byPattern.values()].flat(), ...this.#overlaps(target, byPattern, accountId)]);
      return [...arns].map((arn) => ({ part: target.id, actions: target.actions, arn }));
    });
    return { undistinguished: this.#undistinguished(byNeed), distinguished };
  }

  /** Returns the actions with a target that no pattern distinguishes. */
  #undistinguished(distinguished: ReadonlyMap<TargetType, unknown>): Bitset {
    if (distinguished.size === 0) return this.actions;
    const key = [...distinguished.keys()].map(({ id }) => id).join(' ');
    const known = this.#without.get(key);
    if (known) return known;
    if (this.#without.size >= MOST_KEPT) this.#without.clear();
    const left = this.#all(this.#types.filter((target) => !distinguished.has(target)));
    this.#without.set(key, left);
    return left;
  }

  #all(types: readonly TargetType[]): Bitset {
    const sets = types.map(({ actions }) => actions);
    if (sets.length === 0) return Bitset.of(this.catalogue.actions.length, []);
    return sets.reduce((all, set) => all.or(set), Bitset.emptyLikeAll(sets));
  }

  #examplesOf(pattern: string, accountId: string): readonly Example[] {
    const key = `${accountId} ${pattern}`;
    const known = this.#examples.get(key);
    if (known) return known;
    if (this.#examples.size >= MOST_KEPT) this.#examples.clear();
    const found = this.#findExamples(pattern, accountId);
    this.#examples.set(key, found);
    return found;
  }

  #findExamples(pattern: string, accountId: string): Example[] {
    const service = pattern.split(':')[2] ?? '*';
    const types = literalBeginning(service) === service ? (this.#ofService.get(service) ?? []) : this.#types;
    return types.flatMap((target) =>
      target.types.flatMap((type) => {
        const form = type.pattern.split(':');
        if (target.isCreated && form[4] === '*') form[4] = accountId;
        const arn = common(pattern, form.join(':'), accountId);
        return arn !== null && this.#fits(arn, [pattern], target) ? [{ target, arn }] : [];
      }),
    );
  }

  /** Returns ARNs in the overlap of two patterns that neither pattern's own samples cover: an allow and a boundary may overlap only there. */
  #overlaps(target: TargetType, examples: ReadonlyMap<string, readonly string[]>, accountId: string): string[] {
    const all = [...examples];
    return all.flatMap(([one, ofOne], index) =>
      all.slice(index + 1).flatMap(([other, ofOther]) => {
        if (ofOther.some((arn) => matchesArn(one, arn)) || ofOne.some((arn) => matchesArn(other, arn))) return [];
        const arn = common(one, other, accountId);
        return arn !== null && this.#fits(arn, [one, other], target) ? [arn] : [];
      }),
    );
  }

  #fits(arn: string, patterns: readonly string[], { types, isCreated }: TargetType): boolean {
    if (isCreated && !arn.includes(ANY_OTHER[0] as string)) return false;
    return patterns.every((pattern) => matchesArn(pattern, arn)) && types.some((type) => this.catalogue.isOfType(arn, type));
  }
}

/** Returns an ARN that both patterns match; null where none exists. */
function common(one: string, other: string, accountId: string): string | null {
  const [begun, known] = [literalBeginning(one), literalBeginning(other)];
  if (!begun.startsWith(known) && !known.startsWith(begun)) return null;
  const [left, right] = [segments(one), segments(other)];
  const both = left.map((segment, index) => commonText(segment, right[index] ?? '', ANY_OTHER));
  return both.includes(null) ? null : toArn(both as string[], accountId);
}

/** Splits a pattern into the six ARN parts. A pattern that ends early continues as a wildcard. */
function segments(pattern: string): string[] {
  const parts = pattern.split(':');
  if (parts.length > 6) return [...parts.slice(0, 5), parts.slice(5).join(':')];
  return [...parts, ...Array<string>(6 - parts.length).fill('*')];
}

/** Fills open parts with a sample value, except the partition, which is almost always `aws`, and the account. */
function toArn(parts: readonly string[], accountId: string): string {
  const isOpen = (part = ''): boolean => part.includes('*') || part.includes(ANY_OTHER[0] as string);
  const [arn = '', partition = '', service = '', region = '', account = '', ...rest] = parts;
  return [arn, isOpen(partition) ? 'aws' : partition, service, region, isOpen(account) ? accountId : account, ...rest]
    .join(':')
    .replace(/\*/g, ANY_OTHER);
}
