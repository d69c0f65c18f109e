import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RollUpGraph, TypeTotal } from '@cam/contracts';
import { searchAddress } from '@cam/platform';
import { EmptyState, formatCount, TypeIcon, typeNamePlural } from '@cam/ui';
import { matrixOf } from './access-matrix';
import styles from './AccessMatrix.module.css';

interface Props {
  graph: RollUpGraph;
  /** The count of each type, with the query that returns its entities. */
  counts: readonly TypeTotal[];
}

/**
 * Shows which types of identities reach which types of resources: each cell has the number of identities that reach one resource at most, the darker
 * the larger their share, and leads to the query.
 */
export default function AccessMatrix({ graph, counts }: Props): ReactNode {
  const { columns, rows } = useMemo(() => matrixOf(graph, counts), [graph, counts]);
  if (rows.length === 0) return <EmptyState title="No access paths" text="The latest snapshot contains no access paths to show." />;
  return (
    <>
      <p className={styles.note}>The most identities of each type that reach one resource. The darker a cell, the larger their share.</p>
      <div className={styles.frame} role="region" aria-label="Table of access by type" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Identities</th>
              {columns.map(({ type, count }) => (
                <th key={type} scope="col">
                  <TypeIcon type={type} /> {typeNamePlural(type)} <small>{formatCount(count)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ type, count, cells }) => (
              <tr key={type}>
                <th scope="row">
                  <TypeIcon type={type} /> {typeNamePlural(type)} <small>{formatCount(count)}</small>
                </th>
                {cells.map((cell, index) => {
                  const of = columns[index];
                  if (!of) return null;
                  if (!cell) return <td key={of.type}>–</td>;
                  const sentence = `Up to ${formatCount(cell.reaching)} of ${formatCount(count)} ${typeNamePlural(type)} reach one of the ${typeNamePlural(of.type)}`;
                  return (
                    <td key={of.type} style={{ '--share': `${Math.round(cell.share * 40)}%` } as CSSProperties} title={sentence}>
                      <Link to={searchAddress(cell.query)} aria-label={`${sentence}. Show as query`}>
                        {formatCount(cell.reaching)}
                      </Link>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
