import type { ChangeEdit } from '@cam/contracts';

/** Something that a resource of Terraform makes true at the provider, such as the attachment of a policy. */
export interface Fact {
  /** Equal for the same thing, whichever resource it comes from. */
  key: string;
  /** Changes with the content, such as the text of a policy. */
  value: string;
  /** The edit that makes it true, or sets its content. */
  add: ChangeEdit;
  /** The edit that ends it; null: it ends with its principal. */
  remove: ChangeEdit | null;
}

/** Edits follow each other in this order: what others name is made first, and deleted last. */
const ORDER: readonly ((edit: ChangeEdit) => boolean)[] = [
  ({ kind }) => ['DETACH_POLICY', 'REMOVE_MEMBER'].includes(kind),
  (edit) => ['SET_INLINE_POLICY', 'SET_RESOURCE_POLICY'].includes(edit.kind) && 'document' in edit && edit.document === null,
  (edit) => edit.kind === 'SET_BOUNDARY' && edit.policy === null,
  (edit) => edit.kind === 'SET_MANAGED_POLICY' && edit.document !== null,
  ({ kind }) => kind === 'CREATE_PRINCIPAL' || kind === 'CREATE_BUCKET',
  ({ kind }) => ['SET_TRUST_POLICY', 'SET_BOUNDARY', 'SET_INLINE_POLICY', 'SET_RESOURCE_POLICY', 'ATTACH_POLICY', 'ADD_MEMBER'].includes(kind),
  ({ kind }) => kind === 'DELETE_PRINCIPAL' || kind === 'DELETE_BUCKET',
  ({ kind }) => kind === 'SET_MANAGED_POLICY',
];

/**
 * Returns the edits that lead from the facts before to those after. A thing that one resource gives up and another takes over does not change.
 * Later facts with the same key win, as in Terraform itself nobody knows which of two resources is applied last.
 */
export function editsBetween(before: readonly Fact[], after: readonly Fact[]): ChangeEdit[] {
  const [was, is] = [byKey(before), byKey(after)];
  const edits = [
    ...[...was].flatMap(([key, { remove }]) => (is.has(key) || !remove ? [] : [remove])),
    ...[...is].flatMap(([key, { value, add }]) => (was.get(key)?.value === value ? [] : [add])),
  ];
  const created = new Set(edits.flatMap((edit) => (edit.kind === 'CREATE_PRINCIPAL' ? [edit.principal] : [])));
  const deleted = new Set(
    edits.flatMap((edit) => (edit.kind === 'DELETE_PRINCIPAL' ? [edit.principal] : edit.kind === 'DELETE_BUCKET' ? [edit.bucket] : [])),
  );
  return (
    edits
      // A new role comes with its trust policy, and a deleted principal takes along what it holds.
      .filter((edit) => !(edit.kind === 'SET_TRUST_POLICY' && created.has(edit.role)))
      .filter((edit) => !endsWith(edit, deleted))
      .map((edit) => ({ edit, rank: ORDER.findIndex((isAt) => isAt(edit)) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ edit }) => edit)
  );
}

function byKey(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map((fact) => [fact.key, fact]));
}

/** Reports whether an edit takes something from a principal or bucket that is deleted anyway. */
function endsWith(edit: ChangeEdit, deleted: ReadonlySet<string>): boolean {
  switch (edit.kind) {
    case 'DETACH_POLICY':
    case 'SET_BOUNDARY':
      return deleted.has(edit.holder);
    case 'SET_INLINE_POLICY':
      return edit.document === null && deleted.has(edit.holder);
    case 'SET_RESOURCE_POLICY':
      return edit.document === null && deleted.has(edit.resource);
    case 'REMOVE_MEMBER':
      return deleted.has(edit.group) || deleted.has(edit.member);
    default:
      return false;
  }
}
