import { at, list, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { GcpBundle, GcpEntry } from '../read/bundle';
import type { GcpHierarchy } from './hierarchy';

/** The document of a bound principal access boundary policy. */
export interface BoundBoundary {
  /** Name of the binding. */
  name: string;
  /** The principals that it applies to, such as `//cloudresourcemanager.googleapis.com/organizations/1`. */
  principalSet: string;
  /** Native ids of the nodes whose resources these principals may access. */
  eligible: string[];
}

/**
 * Adds each binding of a principal access boundary policy with the nodes that the policy makes eligible.
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies
 */
export function addBoundaries(draft: SourceDraft, { principalAccessBoundaries, policyBindings }: GcpBundle, hierarchy: GcpHierarchy): void {
  const policies = new Map((principalAccessBoundaries ?? []).map((entry) => [text(entry.fields.name), entry]));
  for (const binding of policyBindings ?? []) {
    const { name, policyKind, policy, displayName } = binding.fields;
    if (text(policyKind) !== 'PRINCIPAL_ACCESS_BOUNDARY') continue;
    const bound = policies.get(text(policy));
    const principalSet = text(at(binding.fields, 'target', 'principalSet'));
    if (!bound || principalSet === '') {
      draft.warn(
        binding,
        '',
        `The principal access boundary policy ${text(policy)} or its principal set is unknown, so its binding is not evaluated.`,
      );
      continue;
    }
    const node = hierarchy.projects.nativeId(/^[a-z]+\/[^/]+/.exec(text(name))?.[0] ?? '');
    const holder = draft.find(node);
    const document: BoundBoundary = { name: text(name), principalSet, eligible: eligibleNodes(bound, hierarchy) };
    draft.addPolicy({
      policyId: text(name),
      name: text(bound.fields.displayName) || text(displayName) || text(policy),
      uri: holder?.uri ?? '',
      kind: 'gcp_boundary',
      holder: holder ? { nativeId: node, uri: holder.uri } : { nativeId: node },
      document: JSON.stringify(document),
    });
  }
}

function eligibleNodes({ fields }: GcpEntry, hierarchy: GcpHierarchy): string[] {
  const rules = list(at(fields, 'details', 'rules')).filter((rule) => text(at(rule, 'effect')) === 'ALLOW');
  return rules.flatMap((rule) => list(at(rule, 'resources')).map((name) => hierarchy.projects.nativeId(text(name))));
}
