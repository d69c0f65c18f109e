import type { ChangeEdit } from '@cam/contracts/server';

/** A document that a cut takes parts out of. */
export interface CutDocument {
  place: { kind: 'INLINE'; holder: string; name: string } | { kind: 'MANAGED'; policy: string } | { kind: 'RESOURCE' | 'TRUST'; of: string };
  /** JSON text as it is now. */
  text: string;
}

/** The smallest thing that a cut takes away. */
export type Removal =
  | { kind: 'STATEMENT'; document: CutDocument; index: number }
  | { kind: 'PRINCIPAL'; document: CutDocument; index: number; principal: string }
  | { kind: 'ATTACHMENT'; holder: string; policy: string }
  | { kind: 'ASSIGNMENT'; principal: string; role: string; scope: string; condition?: { expression: string }; eligible?: true }
  | { kind: 'MEMBERSHIP'; group: string; member: string };

interface Statement {
  Effect?: string;
  Principal?: unknown;
  Action?: unknown;
  Condition?: unknown;
}

/**
 * Returns the edits that make these removals, one for each document, attachment and membership. A document without statements is deleted; a role cannot be
 * without a trust policy, so there its last statement denies what it allowed.
 */
export function editsOf(removals: readonly Removal[]): ChangeEdit[] {
  const documents = new Map<string, { document: CutDocument; parts: DocumentRemoval[] }>();
  const edits: ChangeEdit[] = [];
  for (const removal of removals) {
    if (removal.kind === 'ATTACHMENT') edits.push({ kind: 'DETACH_POLICY', holder: removal.holder, policy: removal.policy });
    else if (removal.kind === 'ASSIGNMENT') edits.push({ ...removal, kind: 'REMOVE_ASSIGNMENT' });
    else if (removal.kind === 'MEMBERSHIP') edits.push({ kind: 'REMOVE_MEMBER', group: removal.group, member: removal.member });
    else {
      const key = placeKey(removal.document.place);
      const known = documents.get(key) ?? { document: removal.document, parts: [] };
      documents.set(key, known);
      known.parts.push(removal);
    }
  }
  return [...edits, ...[...documents.values()].map(({ document, parts }) => setDocument(document, parts))];
}

/** A document before a cut, with the index there of each statement that the cut left. */
export interface DocumentBefore {
  text: string;
  indexes: readonly number[];
}

/** Documents that a cut changed, as they were, by `placeKey`. */
export type DocumentsBefore = ReadonlyMap<string, DocumentBefore>;

export const placeKey = (place: CutDocument['place']): string => JSON.stringify(place);

/** Returns how the statements of the documents that these removals change are to be found in the documents before. */
export function documentsBefore(removals: readonly Removal[]): DocumentsBefore {
  const ofDocuments = removals.flatMap((removal) => ('document' in removal ? [removal] : []));
  return new Map(
    ofDocuments.map(({ document: { place, text } }) => {
      const parts = ofDocuments.filter(({ document }) => placeKey(document.place) === placeKey(place));
      const { statements } = statementsOf(text);
      const indexes = statements.flatMap((statement, index) => withoutPart(statement, index, parts).map(() => index));
      return [placeKey(place), { text, indexes }] as const;
    }),
  );
}

type DocumentRemoval = Extract<Removal, { document: CutDocument }>;

function setDocument({ place, text }: CutDocument, parts: readonly DocumentRemoval[]): ChangeEdit {
  const document = withoutParts(text, parts, place.kind === 'TRUST');
  switch (place.kind) {
    case 'INLINE':
      return { kind: 'SET_INLINE_POLICY', holder: place.holder, name: place.name, document };
    case 'MANAGED':
      return { kind: 'SET_MANAGED_POLICY', policy: place.policy, document };
    case 'RESOURCE':
      return { kind: 'SET_RESOURCE_POLICY', resource: place.of, document };
    case 'TRUST':
      return { kind: 'SET_TRUST_POLICY', role: place.of, document: document ?? {} };
  }
}

/** Returns the document without these parts; null: nothing is left. */
function withoutParts(text: string, parts: readonly DocumentRemoval[], isTrust: boolean): Record<string, unknown> | null {
  const { document, statements } = statementsOf(text);
  const left = statements.flatMap((statement, index) => withoutPart(statement, index, parts));
  if (left.length > 0) return { ...document, Statement: left };
  return isTrust ? { ...document, Statement: statements.slice(0, 1).map(denied) } : null;
}

/** A document may hold a single statement without a list, or be a statement itself. */
function statementsOf(text: string): { document: Record<string, unknown>; statements: Statement[] } {
  const value = JSON.parse(text) as Record<string, unknown>;
  if (!('Statement' in value)) return { document: {}, statements: [value as Statement] };
  return { document: value, statements: [value.Statement].flat() as Statement[] };
}

/** Returns a statement of a document as it is written. */
export function statementAt(text: string, index: number): Statement {
  return statementsOf(text).statements[index] ?? {};
}

/** Returns what is left of a statement: itself, the statement with fewer principals, or nothing. */
function withoutPart(statement: Statement, index: number, parts: readonly DocumentRemoval[]): Statement[] {
  const here = parts.filter((part) => part.index === index);
  if (here.some(({ kind }) => kind === 'STATEMENT')) return [];
  return withoutPrincipals(
    statement,
    here.flatMap((part) => (part.kind === 'PRINCIPAL' ? [part.principal] : [])),
  );
}

function withoutPrincipals(statement: Statement, gone: readonly string[]): Statement[] {
  if (gone.length === 0) return [statement];
  const left = principalsOf(statement).filter((principal) => !gone.includes(principal));
  if (left.length === 0) return [];
  return [{ ...statement, Principal: { ...(statement.Principal as object), AWS: left.length === 1 ? left[0] : left } }];
}

/** Returns the AWS principals that a statement names, as they are written. */
export function principalsOf({ Principal: principal }: Statement): string[] {
  const { AWS: named = [] } = typeof principal === 'object' && principal !== null ? (principal as { AWS?: string | string[] }) : {};
  return [named].flat();
}

function denied({ Principal, Action }: Statement): Statement {
  return { Effect: 'Deny', Principal, Action };
}
