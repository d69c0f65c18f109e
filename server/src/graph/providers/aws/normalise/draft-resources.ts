import type { AccountDraft } from './account-draft';
import { namedResource } from './named-resources';

/** The account as a resource: what is asked of AWS without naming a resource is asked of it. */
export function addAccountItself(draft: AccountDraft): void {
  const { accountId } = draft;
  const nativeId = `arn:aws:iam::${accountId}:root`;
  draft.add({ type: 'ACCOUNT_DATA', id: accountId, nativeId, name: accountId, isIdentity: false, isResource: true, attributes: {} });
}

/**
 * Resources of the account that policies name in full and that no file of the bundle lists. They need not exist any more.
 * @param hasAllBuckets the bundle lists all buckets, so that what it does not list is another account's
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
