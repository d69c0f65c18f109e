import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Button, Icon, Select, useDebounced } from '@cam/ui';
import { INVALID_INPUT } from '../../header-search/accept-option';
import { withoutLastWord, withWord, wordsOf } from '../../search/words';
import styles from './QueryConditions.module.css';

/** How long somebody must pause before suggestions are asked for, ms. */
const DEBOUNCE = 350;

interface Props {
  query: string;
  /** The query of the page is a whole one, as far as is known. */
  isWhole: boolean;
  onExecute: (query: string) => void;
  onCreateGuardrail: (query: string) => void;
}

/** The query, to be changed word by word from what may follow it. */
export function QueryConditions({ query, isWhole: isQueryWhole, onExecute, onCreateGuardrail }: Props): ReactNode {
  const [draft, setDraft] = useState(query);
  // With nothing asked yet there is nothing else to do here.
  const [isOpen, setOpen] = useState(query === '');
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const rested = useDebounced(typed, DEBOUNCE);
  const { data: options } = useApi(
    'POST /v1/graph-querymgr/autocomplete',
    isOpen ? { body: { input: draft === '' ? rested : `${draft} ${rested}` } } : null,
  );
  const { data: whole } = useApi('POST /v1/graph-querymgr/autocomplete', draft === '' || draft === query ? null : { body: { input: draft } });

  const isInvalid = options?.options[0] === INVALID_INPUT;
  const listed = isInvalid ? [] : (options?.option_info ?? []);
  // A number of days, a date or a pattern is offered by nobody and may stand there nevertheless.
  const isFree =
    typed === rested && options?.partial_word === rested && wordsOf(rested).length === 1 && listed.every(({ option }) => option !== rested);
  const change = (next: string): void => {
    setDraft(next);
    setChosen(null);
    setTyped('');
  };
  const isWhole = draft === query ? isQueryWhole : whole?.accepting === true;
  return (
    <section className={styles.tile} aria-label="Query Conditions">
      <h2>Query Conditions</h2>
      <p className={styles.query}>
        <span>Query:</span> <code>{draft}</code>
      </p>
      {draft !== query && whole?.accepting && whole.meaning && <p className={styles.meaning}>{whole.meaning}</p>}
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'up' : 'down'} /> IF:
      </button>
      {isOpen && (
        <div className={styles.conditions}>
          <ol aria-label="Words of the query">
            {wordsOf(draft).map((word, index) => (
              <li key={index}>{word}</li>
            ))}
          </ol>
          <div className={styles.row}>
            <Select<string>
              aria-label="Condition"
              className={styles.select}
              placeholder="What may follow"
              showSearch
              filterOption={false}
              value={chosen}
              searchValue={typed}
              onSearch={setTyped}
              onChange={(option) => {
                setChosen(option);
                setTyped('');
              }}
              notFoundContent={!options ? 'Looking for what may follow' : isInvalid ? INVALID_INPUT : 'Nothing may follow'}
              options={[
                ...listed.map(({ option, description, count }) => ({
                  value: option,
                  label: [option, description, count === null ? '' : `(${count})`].filter(Boolean).join(' '),
                })),
                ...(isFree && !isInvalid ? [{ value: rested, label: `${rested} as it is typed` }] : []),
              ]}
            />
            {options && !isInvalid && (
              <span className={styles.count} role="status">
                {options.options_total} results
              </span>
            )}
            <Button disabled={chosen === null} onClick={() => chosen !== null && change(withWord(draft, chosen))}>
              ADD
            </Button>
            <Button disabled={draft === ''} onClick={() => change(withoutLastWord(draft))}>
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
