import type { SourceDraft } from './source-draft';

/** Stores the rules of a security group as a policy, which gives networks access to the guarded resources. */
export function addFirewallRules(draft: SourceDraft, nativeId: string): void {
  const group = draft.find(nativeId);
  if (!group) return;
  const { uri, name, attributes } = group;
  const document = JSON.stringify({ rules: attributes.rules });
  draft.addPolicy({ policyId: `${nativeId}/rules`, name, uri, kind: 'firewall_rules', holder: { nativeId, uri }, document });
}
