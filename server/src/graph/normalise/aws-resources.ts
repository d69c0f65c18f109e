import type { AccountDraft } from './account-draft';
import { isoDate } from './aws-facts';
import { namedResource } from './aws-named-resources';
import type { AwsBucket } from './aws-shapes';

/** The account as a resource: what is asked of AWS without naming a resource is asked of it. */
export function addAccountItself(draft: AccountDraft): void {
  const { accountId } = draft;
  const nativeId = `arn:aws:iam::${accountId}:root`;
  draft.add({ type: 'ACCOUNT_DATA', id: accountId, nativeId, name: accountId, isIdentity: false, isResource: true, attributes: {} });
}

export function addBuckets(draft: AccountDraft, buckets: readonly AwsBucket[]): void {
  for (const { Name: name, BucketRegion: region, CreationDate: created } of buckets) {
    if (!name) continue;
    const attributes = { inferred: false, ...isoDate('created', created) };
    draft.add({ type: 'OBJECT_STORE', id: name, nativeId: `arn:aws:s3:::${name}`, name, region, isIdentity: false, isResource: true, attributes });
  }
}

/** Resources of the account that policies name in full and that no file of the bundle lists. They need not exist any more. */
export function addNamedResources(draft: AccountDraft): void {
  const known = new Set([...draft.entities].map(({ nativeId }) => nativeId));
  const patterns = [...draft.policies].flatMap(({ document }) =>
    document.statements.flatMap(({ resources, notResources }) => [...(resources ?? []), ...(notResources ?? [])]),
  );
  for (const pattern of patterns) {
    const named = namedResource(pattern, draft.accountId);
    if (!named || known.has(named.arn) || named.accountId !== draft.accountId) continue;
    known.add(named.arn);
    const { type, name, region, arn } = named;
    draft.add({ type, id: name, nativeId: arn, name, region, isIdentity: false, isResource: true, attributes: { inferred: true } });
  }
}
