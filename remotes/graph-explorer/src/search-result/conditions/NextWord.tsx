import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Select, useDebounced } from '@cam/ui';
import { INVALID_INPUT } from '../../header-search/accept-option';
import { splitWords } from '../../search/query-words';
import styles from './QueryConditions.module.css';

/** The pause in typing before suggestions are requested, in ms. */
const DEBOUNCE = 350;

interface Props {
  /** The query that the word continues. A field of another query is another field. */
  draft: string;
  chosen: string | null;
  onChoose: (word: string) => void;
}

/** Chooses the next word of a query among suggestions. */
export function NextWord({ draft, chosen, onChoose }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const debounced = useDebounced(typed, DEBOUNCE);
  // The suggestions stay until the next ones come, so that none goes away between the press and the release of a pointer on it.
  const { data: answer, isLoading } = useApi(
    'POST /v1/graph-querymgr/autocomplete',
    { body: { input: draft === '' ? debounced : `${draft} ${debounced}` } },
    { keepPreviousData: true },
  );
  const isForTyped = typed === debounced && !isLoading;
  const isInvalid = answer?.options[0] === INVALID_INPUT;
  const listed = isInvalid ? [] : (answer?.option_info ?? []).filter(({ option }) => isForTyped || option.startsWith(typed));
  // Suggestions never include numbers, dates and patterns, although they are valid words.
  const isFreeText =
    isForTyped && answer?.partial_word === debounced && splitWords(debounced).length === 1 && listed.every(({ option }) => option !== debounced);
  return (
    <>
      <Select<string>
        aria-label="Condition"
        className={styles.select}
        placeholder="Next word"
        showSearch
        filterOption={false}
        value={chosen}
        searchValue={typed}
        onSearch={setTyped}
        onChange={(option) => {
          onChoose(option);
          setTyped('');
        }}
        notFoundContent={!isForTyped ? 'Loading suggestions' : isInvalid ? INVALID_INPUT : 'No suggestions'}
        options={[
          ...listed.map(({ option, description, count }) => ({
            value: option,
            label: [option, description, count === null ? '' : `(${count})`].filter(Boolean).join(' '),
          })),
          ...(isFreeText && !isInvalid ? [{ value: debounced, label: `${debounced} as typed` }] : []),
        ]}
      />
      {answer && isForTyped && !isInvalid && (
        <span className={styles.count} role="status">
          {answer.options_total} results
        </span>
      )}
    </>
  );
}
