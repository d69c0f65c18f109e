import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Button, Icon } from '@cam/ui';
import { removeLastWord, appendWord, splitWords } from '../../search/query-words';
import { NextWord } from './NextWord';
import { QueryWords } from './QueryWords';
import styles from './QueryConditions.module.css';

interface Props {
  query: string;
  /** True if the query of the page is complete, as far as known. */
  isWhole: boolean;
  onExecute: (query: string) => void;
  onCreateGuardrail: (query: string) => void;
}

/** Edits the query word by word, with suggestions for the next word. */
export function QueryConditions({ query, isWhole: isQueryWhole, onExecute, onCreateGuardrail }: Props): ReactNode {
  const [draft, setDraft] = useState(query);
  // Without a query, adding conditions is the only possible action.
  const [isOpen, setOpen] = useState(query === '');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: whole } = useApi('POST /v1/graph-querymgr/autocomplete', draft === '' || draft === query ? null : { body: { input: draft } });

  const change = (next: string): void => {
    setDraft(next);
    setChosen(null);
  };
  const isWhole = draft === query ? isQueryWhole : whole?.accepting === true;
  return (
    <section className={styles.tile} aria-label="Query Conditions">
      <h2>Query Conditions</h2>
      <p className={styles.query}>
        <span>Query:</span> <code>{draft}</code>
      </p>
      {draft !== query && whole?.accepting && whole.meaning && <p className={styles.meaning}>{whole.meaning}</p>}
      {draft !== '' && isWhole && <QueryWords query={draft} />}
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'up' : 'down'} /> IF:
      </button>
      {isOpen && (
        <div className={styles.conditions}>
          <ol aria-label="Words of the query">
            {splitWords(draft).map((word, index) => (
              <li key={index}>{word}</li>
            ))}
          </ol>
          <div className={styles.row}>
            <NextWord key={draft} draft={draft} chosen={chosen} onChoose={setChosen} />
            <Button disabled={chosen === null} onClick={() => chosen !== null && change(appendWord(draft, chosen))}>
              ADD
            </Button>
            <Button disabled={draft === ''} onClick={() => change(removeLastWord(draft))}>
              REMOVE
            </Button>
          </div>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="primary" disabled={draft === '' || !isWhole} onClick={() => onExecute(draft)}>
          EXECUTE
        </Button>
        <Button disabled={draft === '' || !isWhole} onClick={() => onCreateGuardrail(draft)}>
          CREATE GUARDRAIL RULE
        </Button>
      </div>
    </section>
  );
}
