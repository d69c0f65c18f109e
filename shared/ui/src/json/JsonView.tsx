import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import styles from './JsonView.module.css';

interface Props {
  /** JSON text; invalid text shows nothing. */
  json: string;
  /** Index of the marked statement of a policy document. */
  highlightStatement?: number;
  label?: string;
}

/** Shows JSON indented by four spaces, with one statement of a policy document marked. */
export function JsonView({ json, highlightStatement, label = 'JSON' }: Props): ReactNode {
  const blocks = useMemo(() => splitAtStatement(json, highlightStatement), [json, highlightStatement]);
  const mark = useRef<HTMLElement>(null);
  useEffect(() => void mark.current?.scrollIntoView?.({ block: 'center' }), [blocks]);
  return (
    <pre className={styles.json} aria-label={label} tabIndex={0}>
      {blocks.map(({ text, marked }, index) =>
        marked ? (
          <mark key={index} ref={mark}>
            {text}
          </mark>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </pre>
  );
}

interface Block {
  text: string;
  marked: boolean;
}

/** Splits pretty-printed JSON before, at and after the marked statement. */
export function splitAtStatement(json: string, statement: number | undefined): Block[] {
  let value: unknown;
  try {
    value = JSON.parse(json || '{}');
  } catch {
    return [];
  }
  const text = JSON.stringify(value, null, 4);
  const statements = (value as { Statement?: unknown } | null)?.Statement;
  if (statement === undefined || statements === undefined) return [{ text, marked: false }];
  const list = Array.isArray(statements) ? statements : [statements];
  const wanted = list[statement];
  if (wanted === undefined) return [{ text, marked: false }];
  // A marker that no policy contains replaces the statement while the text is formatted.
  const marker = '\u0000statement\u0000';
  const marked = list.map((item, index) => (index === statement ? marker : item));
  const [before = '', after = ''] = JSON.stringify({ ...(value as object), Statement: Array.isArray(statements) ? marked : marker }, null, 4).split(
    JSON.stringify(marker),
  );
  const indent = ' '.repeat(Array.isArray(statements) ? 8 : 4);
  const body = JSON.stringify(wanted, null, 4).replace(/\n/g, `\n${indent}`);
  return [
    { text: before, marked: false },
    { text: body, marked: true },
    { text: after, marked: false },
  ];
}
