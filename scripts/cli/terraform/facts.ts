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

/** The kinds of edits by the order in which they follow each other: what others name is made first, and deleted last. */
const ENDS = ['DETACH_POLICY', 'REMOVE_MEMBER', 'REMOVE_ASSIGNMENT'];
const DEFINES = ['SET_MANAGED_POLICY', 'SET_ROLE_DEFINITION'];
const CREATES = ['CREATE_PRINCIPAL', 'CREATE_BUCKET', 'CREATE_RESOURCE'];
const DELETES = ['DELETE_PRINCIPAL', 'DELETE_BUCKET', 'DELETE_RESOURCE'];

function rankOf(edit: ChangeEdit): number {
  const { kind } = edit;
  if (ENDS.includes(kind)) return 0;
  if (DEFINES.includes(kind)) return isEnd(edit) ? 7 : 2;
  if (CREATES.includes(kind)) return 3;
  if (DELETES.includes(kind)) return 6;
  if (kind === 'RETAIN_POLICIES') return 5;
  return isEnd(edit) ? 1 : 4;
}

/** Reports whether an edit takes away what it names. */
function isEnd(edit: ChangeEdit): boolean {
  switch (edit.kind) {
    case 'SET_BOUNDARY':
      return edit.policy === null;
    case 'SET_RUNTIME_ROLE':
      return edit.role === null;
    case 'SET_STATEMENT':
      return edit.statement === null;
    case 'SET_PUBLIC_ACCESS_BLOCK':
      return edit.block === null;
    case 'SET_BINDING':
      return edit.members.length === 0;
    default:
      return 'document' in edit && edit.document === null;
  }
}

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
    edits.flatMap((edit) =>
      edit.kind === 'DELETE_PRINCIPAL'
        ? [edit.principal]
        : edit.kind === 'DELETE_BUCKET'
          ? [edit.bucket]
          : edit.kind === 'DELETE_RESOURCE'
            ? [edit.resource]
            : [],
    ),
  );
  return (
    edits
      // A new role comes with its trust policy, and a deleted principal takes along what it holds.
      .filter((edit) => !(edit.kind === 'SET_TRUST_POLICY' && created.has(edit.role)))
      .filter((edit) => !endsWith(edit, deleted))
      .map((edit) => ({ edit, rank: rankOf(edit) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ edit }) => edit)
  );
}

function byKey(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map((fact) => [fact.key, fact]));
}

/** Reports whether an edit takes something from a principal or resource that is deleted anyway. */
function endsWith(edit: ChangeEdit, deleted: ReadonlySet<string>): boolean {
  switch (edit.kind) {
    case 'DETACH_POLICY':
    case 'SET_BOUNDARY':
      return deleted.has(edit.holder);
    case 'SET_INLINE_POLICY':
      return edit.document === null && deleted.has(edit.holder);
    case 'SET_RESOURCE_POLICY':
    case 'SET_STATEMENT':
      return isEnd(edit) && deleted.has(edit.resource);
    case 'SET_PUBLIC_ACCESS_BLOCK':
      return deleted.has(edit.resource);
    case 'SET_KEY_GRANT':
      return isEnd(edit) && deleted.has(edit.key);
    case 'REMOVE_MEMBER':
      return deleted.has(edit.group) || deleted.has(edit.member);
    default:
      return false;
  }
}
