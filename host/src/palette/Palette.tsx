import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { callApi, searchAddress } from '@cam/platform';
import { Icon, Modal, TypeIcon } from '@cam/ui';
import { isStrong, listed } from './listed';
import { MODES, modeOf, type PaletteEntry } from './palette-entry';
import { useFound } from './use-found';
import { rememberUse } from './uses';
import styles from './Palette.module.css';

interface Props {
  /** Pages, commands and actions, which need no request. */
  known: readonly PaletteEntry[];
  /** @param action runs when the palette is gone and has given the focus back, which it would take from the action */
  onClose: (action?: () => void) => void;
}

/** Shows the command palette: one box for pages, actions, names, questions and queries. */
export default function Palette({ known, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const searches = useSearches();
  const type = (next: string): void => {
    setText(next);
    setChosen(0);
    box.current?.focus();
  };
  const run = (entry: PaletteEntry): void => {
    if (entry.fill !== undefined) return type(entry.fill);
    if (known.some(({ id }) => id === entry.id)) rememberUse(entry.id, Date.now());
    onClose(entry.to === undefined ? entry.run : undefined);
    if (entry.to !== undefined) void navigate(entry.to);
  };
  // A text that only its letters match may still be a name. Enter then waits for the server.
  const runFor = useRef<string | null>(null);
  const { entries: found, isBusy } = useFound(text, (arrived) => {
    const [first] = runFor.current === text ? listed({ known, searches, found: arrived }, text) : [];
    runFor.current = null;
    if (first) run(first);
  });
  const { mode, words } = modeOf(text);

  const entries = useMemo(() => listed({ known, searches, found }, text), [known, searches, found, text]);
  const current = entries[Math.min(chosen, entries.length - 1)];
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((now) => (Math.min(now, entries.length - 1) + step + entries.length) % entries.length);
    } else if (event.key === 'Tab' && !event.shiftKey && current?.fill !== undefined) {
      event.preventDefault();
      type(current.fill);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isBusy && chosen === 0 && !isStrong(known, words)) runFor.current = text;
      else if (current) run(current);
    }
  };
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  return (
    <Modal
      open
      title={<span className="cam-visually-hidden">Command palette</span>}
      footer={null}
      onCancel={() => onClose()}
      width={680}
      style={{ top: 72 }}
      styles={{ container: { padding: 0 }, header: { margin: 0, padding: 0 } }}
      afterOpenChange={(isOpen) => isOpen && box.current?.focus()}
    >
      <div className={styles.box}>
        <Icon name="search" />
        {mode && <span className={styles.mode}>{MODES[mode].label}</span>}
        <input
          ref={box}
          role="combobox"
          aria-label="Command palette"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Page, action, name or question"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKey}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Commands" className={styles.list}>
        {[...new Set(entries.map(({ section }) => section))].map((section) => (
          <div key={section} role="group" aria-label={section}>
            <p aria-hidden>{section}</p>
            {entries.map(
              (entry, index) =>
                entry.section === section && (
                  <Line
                    key={entry.id}
                    id={`${listId}-${entry.id}`}
                    entry={entry}
                    isChosen={entry === current}
                    onPoint={() => setChosen(index)}
                    onRun={() => run(entry)}
                  />
                ),
            )}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className={styles.none}>
          {isBusy ? 'Searching…' : words === '' ? 'Type to search.' : `Nothing is called "${words}", and it is no question that CAM can read.`}
        </p>
      )}
      <p role="status" className="cam-visually-hidden">
        {isBusy ? 'Searching' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </p>
      <div className={styles.foot} aria-hidden>
        {Object.entries(MODES).map(([key, { label }]) => (
          <span key={key}>
            <kbd>{key}</kbd> {label.toLowerCase()}
          </span>
        ))}
      </div>
    </Modal>
  );
}

interface LineProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Line({ id, entry: { section, text, detail, icon, type, keys }, isChosen, onPoint, onRun }: LineProps): ReactNode {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.entry}
      data-section={section}
      onMouseMove={onPoint}
      onMouseDown={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {type !== undefined && type !== 'ACCOUNT' ? <TypeIcon type={type} /> : <Icon name={icon ?? 'next'} />}
      <span title={text}>{text}</span>
      <small title={detail}>{detail}</small>
      {keys && (
        <span aria-label={`Keys: ${keys}`}>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

/** Returns the saved and the recent searches of the user. */
function useSearches(): readonly PaletteEntry[] {
  const [searches, setSearches] = useState<readonly PaletteEntry[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const options = { signal: abort.signal, toast: false };
    const line = (id: string, text: string, query: string): PaletteEntry => ({
      id,
      section: 'Searches',
      icon: 'history',
      text,
      detail: text === query ? '' : query,
      to: searchAddress(query),
    });
    void Promise.allSettled([
      callApi('GET /v1/graph-querymgr/saved-searches', {}, options),
      callApi('GET /v1/graph-querymgr/search-history', {}, options),
    ]).then(([saved, history]) => {
      if (abort.signal.aborted) return;
      setSearches([
        ...(saved.status === 'fulfilled' ? saved.value.searches.map(({ search_id: id, name, query }) => line(`saved ${id}`, name, query)) : []),
        ...(history.status === 'fulfilled' ? history.value.searches.map(({ query }) => line(`recent ${query}`, query, query)) : []),
      ]);
    });
    return () => abort.abort();
  }, []);
  return searches;
}
