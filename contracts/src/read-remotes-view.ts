import type { RemotesView } from './areas/remotes';
import { problemOf, type ReaderSchema } from './reader-schema';

/** A remote that the console leaves out, because the registry described it wrongly. */
export interface DroppedRemote {
  /** Empty if the registry did not name it. */
  id: string;
  version: string;
  why: string;
}

/** A checked answer of the registry. */
export interface CheckedView {
  view: RemotesView;
  dropped: DroppedRemote[];
}

/** Lists of the view whose entries stand alone: a wrong one does not affect the others. */
const LISTS = ['remotes', 'off', 'incompatible', 'tried'] as const;

/**
 * Checks an answer of the registry before anything uses it. A remote that does not match the schema is left out, and so is a second remote with the same
 * id.
 * @param schema the reader's schema of RemotesView
 * @returns null if the answer as a whole is not a view
 */
export function readRemotesView(answer: unknown, schema: ReaderSchema): CheckedView | null {
  const entriesUnchecked = { ...schema, properties: { ...schema.properties, ...Object.fromEntries(LISTS.map((list) => [list, { type: 'array' }])) } };
  if (problemOf(answer, entriesUnchecked) !== null) return null;
  const view = answer as RemotesView;
  const dropped: DroppedRemote[] = [];
  const checked = <K extends (typeof LISTS)[number]>(list: K): RemotesView[K] => {
    const one = schema.properties?.[list]?.items ?? {};
    const ids = new Set<string>();
    const isRepeated = ({ id }: { id: string }): boolean => list === 'remotes' && ids.has(id);
    return (view[list] as RemotesView[K][number][]).filter((entry) => {
      const problem = problemOf(entry, one) ?? (isRepeated(entry) ? 'it is listed twice' : null);
      if (problem === null) ids.add(entry.id);
      else dropped.push(droppedOf(entry, problem));
      return problem === null;
    }) as RemotesView[K];
  };
  const lists = { remotes: checked('remotes'), off: checked('off'), incompatible: checked('incompatible'), tried: checked('tried') };
  return { view: { ...view, ...lists }, dropped };
}

function droppedOf(entry: unknown, why: string): DroppedRemote {
  const { id, version } = (entry ?? {}) as { id?: unknown; version?: unknown };
  return { id: typeof id === 'string' ? id.slice(0, 40) : '', version: typeof version === 'string' ? version.slice(0, 100) : '', why };
}
