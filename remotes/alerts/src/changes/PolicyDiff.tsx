import { useMemo, useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Button, ErrorState, LoadingState } from '@cam/ui';
import { formatJson, diffLines, collapseUnchanged, type LinePair } from './line-diff';
import styles from './policy-diff.module.css';

interface Props {
  /** Hash of the document; null if the policy did not exist before, or no longer exists after. */
  before: string | null;
  after: string | null;
}

/** Shows a policy document before and after a change, with the changed lines marked. */
export function PolicyDiff({ before, after }: Props): ReactNode {
  const query = { ...(before === null ? {} : { before }), ...(after === null ? {} : { after }) };
  const { data, error, mutate } = useApi('GET /v1/changes/documents', { query });
  if (error)
    return (
      <ErrorState
        title="Policy documents could not be loaded"
        message={error.userMessage}
        supportCode={error.trackingId}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <LoadingState label="Loading policy documents" />;
  const missing = [before !== null && data.before === null && 'before', after !== null && data.after === null && 'after'].filter(
    (side) => side !== false,
  );
  return (
    <>
      {missing.length > 0 && <p className={styles.missing}>{missingNotice(missing)}</p>}
      {(data.before !== null || data.after !== null) && <Difference before={data.before} after={data.after} />}
    </>
  );
}

/** Says which documents are no longer stored: the server deletes old ones. */
function missingNotice(missing: readonly string[]): string {
  return missing.length > 1
    ? 'The policy documents before and after the change are no longer stored.'
    : `The policy document ${missing[0]} the change is no longer stored.`;
}

function Difference({ before, after }: { before: string | null; after: string | null }): ReactNode {
  const [isExpanded, setExpanded] = useState(false);
  const pairs = useMemo(() => toPairs(before, after), [before, after]);
  const shown = isExpanded ? [{ lines: pairs }] : collapseUnchanged(pairs);
  const sides = ([before !== null && 'before', after !== null && 'after'] as const).filter((side) => side !== false);
  const isCollapsed = shown.some((section) => 'hiddenCount' in section);
  return (
    <div className={styles.frame}>
      <table className={styles.lines} aria-label="Policy document before and after">
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
          {shown.map((section, index) =>
            'hiddenCount' in section ? (
              <tr key={index}>
                <td colSpan={sides.length} className={styles.collapsed}>
                  {section.hiddenCount} unchanged lines
                </td>
              </tr>
            ) : (
              section.lines.map((pair, line) => (
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
      {isCollapsed && (
        <Button size="small" onClick={() => setExpanded(true)}>
          Show full documents
        </Button>
      )}
    </div>
  );
}

/** Pairs the lines of both documents. A single document has nothing to compare with, so none of its lines is marked. */
function toPairs(before: string | null, after: string | null): LinePair[] {
  if (before !== null && after !== null) return diffLines(formatJson(before), formatJson(after));
  return formatJson(before ?? after ?? '')
    .split('\n')
    .map((line) => ({ before: line, after: line, changed: false }));
}

function Line({ pair: { changed, ...lines }, side }: { pair: LinePair; side: 'before' | 'after' }): ReactNode {
  const text = lines[side];
  if (text === null) return <td className={styles.empty} />;
  const kind = !changed ? undefined : side === 'before' ? styles.removed : styles.added;
  return <td className={kind}>{changed ? side === 'before' ? <del>{text}</del> : <ins>{text}</ins> : text}</td>;
}
