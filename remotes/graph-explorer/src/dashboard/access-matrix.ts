import type { RollUpGraph, TypeTotal } from '@cam/contracts';

/** Access of one type of identities to one type of resources. */
export interface MatrixCell {
  /** The most identities that reach one resource of the type. */
  reaching: number;
  /** Their share of all identities of the type, 0 to 1. */
  share: number;
  query: string;
}

export interface AccessMatrixData {
  columns: { type: string; count: number }[];
  /** The types of identities, those with the most access first. A cell is null if no identity of the type has access. */
  rows: { type: string; count: number; cells: (MatrixCell | null)[] }[];
}

/** Returns the graph of types as a table. */
export function matrixOf({ nodes, links }: RollUpGraph, counts: readonly TypeTotal[]): AccessMatrixData {
  const queryOf = (type: string): string => counts.find((one) => one.type === type)?.query ?? '';
  const columns = nodes.filter(({ layer }) => layer === 1);
  const rows = nodes
    .filter(({ layer }) => layer === 0)
    .map(({ id, type, count }) => {
      const cells = columns.map((column) => {
        const link = links.find(({ from, to }) => from === id && to === column.id);
        if (!link) return null;
        const reaching = link.reaching ?? 0;
        return { reaching, share: Math.min(1, reaching / Math.max(1, count)), query: `${queryOf(type)} with-access ${queryOf(column.type)}` };
      });
      return { type, count, cells };
    });
  const total = (cells: readonly (MatrixCell | null)[]): number => cells.reduce((sum, cell) => sum + (cell?.reaching ?? 0), 0);
  return { columns: columns.map(({ type, count }) => ({ type, count })), rows: rows.sort((a, b) => total(b.cells) - total(a.cells)) };
}
