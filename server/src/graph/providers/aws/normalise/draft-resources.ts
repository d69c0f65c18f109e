import type { AccountDraft } from './account-draft';
import { namedResource } from './named-resources';

/** Adds the account as a resource. It stands for actions without a resource. */
export function addAccountItself(draft: AccountDraft): void {
  const { accountId } = draft;
  const nativeId = `arn:aws:iam::${accountId}:root`;
  draft.add({ type: 'ACCOUNT_DATA', id: accountId, nativeId, name: accountId, isIdentity: false, isResource: true, attributes: {} });
}

/**
 * Adds resources of the account that policies name in full and that no file of the bundle lists. They may no longer exist.
 * @param hasAllBuckets the bundle lists all buckets, so that an unlisted bucket belongs to another account
 */
export function addNamedResources(draft: AccountDraft, hasAllBuckets: boolean): void {
  const known = new Set([...draft.entities].map(({ nativeId }) => nativeId));
  const patterns = [...draft.policies].flatMap(({ document }) =>
    document.statements.flatMap(({ resources, notResources }) => [...(resources ?? []), ...(notResources ?? [])]),
  );
  for (const pattern of patterns) {
    const named = namedResource(pattern, draft.accountId);
    if (!named || known.has(named.arn) || named.accountId !== draft.accountId) continue;
    if (hasAllBuckets && named.type === 'OBJECT_STORE') continue;
    known.add(named.arn);
    const { type, name, region, arn } = named;
    draft.add({ type, id: name, nativeId: arn, name, region, isIdentity: false, isResource: true, attributes: { inferred: true } });
  }
}
