import { useMemo, useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Button, ErrorState, LoadingState } from '@cam/ui';
import { laidOut, lineDifference, stretches, type LinePair } from './line-difference';
import styles from './document-change.module.css';

interface Props {
  /** By which a document is known; null: there was none, or there is none any more. */
  before: string | null;
  after: string | null;
}

/** The document of a policy before and after, with the lines that changed. */
export function DocumentChange({ before, after }: Props): ReactNode {
  const query = { ...(before === null ? {} : { before }), ...(after === null ? {} : { after }) };
  const { data, error, mutate } = useApi('GET /v1/changes/documents', { query });
  if (error)
    return (
      <ErrorState title="The documents could not be read" message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
    );
  if (!data) return <LoadingState label="Reading the documents" />;
  const lost = [before !== null && data.before === null && 'before', after !== null && data.after === null && 'after'].filter(Boolean);
  return (
    <>
      {lost.length > 0 && <p className={styles.lost}>{`The document ${lost.join(' and ')} the change is not kept any more.`}</p>}
      {(data.before !== null || data.after !== null) && <Difference before={data.before} after={data.after} />}
    </>
  );
}

function Difference({ before, after }: { before: string | null; after: string | null }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const pairs = useMemo(() => pairsOf(before, after), [before, after]);
  const shown = isWhole ? [{ lines: pairs }] : stretches(pairs);
  const sides = ([before !== null && 'before', after !== null && 'after'] as const).filter((side) => side !== false);
  const isFolded = shown.some((one) => 'left' in one);
  return (
    <div className={styles.frame}>
      <table className={styles.lines} aria-label="Document before and after">
        <thead>
          <tr>
            {sides.map((side) => (
              <th key={side} scope="col">
                {side === 'before' ? 'Before' : 'After'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) =>
            'left' in one ? (
              <tr key={index}>
                <td colSpan={sides.length} className={styles.left}>
                  {one.left} lines are alike
                </td>
              </tr>
            ) : (
              one.lines.map((pair, line) => (
                <tr key={`${index} ${line}`}>
                  {sides.map((side) => (
                    <Line key={side} pair={pair} side={side} />
                  ))}
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
      {isFolded && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show whole documents
        </Button>
      )}
    </div>
  );
}

/** Where there is one document alone nothing of it is marked. */
function pairsOf(before: string | null, after: string | null): LinePair[] {
  if (before !== null && after !== null) return lineDifference(laidOut(before), laidOut(after));
  return laidOut(before ?? after ?? '')
    .split('\n')
    .map((line) => ({ before: line, after: line, changed: false }));
}

function Line({ pair: { changed, ...lines }, side }: { pair: LinePair; side: 'before' | 'after' }): ReactNode {
  const text = lines[side];
  if (text === null) return <td className={styles.nothing} />;
  const kind = !changed ? undefined : side === 'before' ? styles.gone : styles.come;
  return <td className={kind}>{changed ? side === 'before' ? <del>{text}</del> : <ins>{text}</ins> : text}</td>;
}
