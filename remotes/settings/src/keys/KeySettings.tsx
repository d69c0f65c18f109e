import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { KEY_ACTIONS, KEY_PLACES, keyProblem, type KeyActionId, type KeyPlace } from '@cam/contracts';
import { notify, pressedKey, saveConsoleKeys, useConsoleKeys } from '@cam/platform';
import { Button, Switch, useKeySwitch } from '@cam/ui';
import { TabIntro } from '../TabIntro';
import styles from './keys.module.css';

interface Line {
  id: string;
  label: string;
  /** The key of the console. */
  byDefault: string;
}

/** Puts the focus into a field when it appears. */
const focus = (field: HTMLElement | null): void => field?.focus();

/** Lists the keys of the console, which the user can change. */
export function KeySettings(): ReactNode {
  const { changes, commands } = useConsoleKeys();
  const [isOn, setOn] = useKeySwitch();
  const groups: { title: string; lines: Line[] }[] = [
    ...(Object.keys(KEY_PLACES) as KeyPlace[]).map((place) => ({ title: KEY_PLACES[place], lines: linesOf(place) })),
    { title: 'Pages', lines: commands.map(({ id, label, keys = '' }) => ({ id, label, byDefault: keys })) },
  ];
  return (
    <>
      <TabIntro
        actions={
          <Button disabled={Object.keys(changes).length === 0} onClick={() => void save({}, 'All keys are reset.')}>
            Reset all keys
          </Button>
        }
      >
        The keys act outside of fields. Your changes apply wherever you sign in.
      </TabIntro>
      <label className={styles.switch}>
        <Switch size="small" checked={isOn} onChange={setOn} /> Keys without Ctrl act
      </label>
      {groups.map(
        ({ title, lines }) =>
          lines.length > 0 && (
            <section key={title} className={styles.group} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {lines.map((line) => (
                  <KeyLine key={line.id} line={line} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

function linesOf(place: KeyPlace): Line[] {
  const ids = (Object.keys(KEY_ACTIONS) as KeyActionId[]).filter((id) => KEY_ACTIONS[id].place === place);
  return ids.map((id) => ({ id, label: KEY_ACTIONS[id].label, byDefault: KEY_ACTIONS[id].key }));
}

/** Keeps the changed keys. The platform shows why that fails. */
async function save(changes: Record<string, string>, message: string): Promise<void> {
  const isSaved = await saveConsoleKeys({ changes }).then(
    () => true,
    () => false,
  );
  if (isSaved) notify.success(message);
}

function KeyLine({ line: { id, label, byDefault } }: { line: Line }): ReactNode {
  const { keys, changes, commands } = useConsoleKeys();
  const [isListening, setListening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const current = keys[id] ?? '';
  const isCommand = !Object.hasOwn(KEY_ACTIONS, id);
  const button = useRef<HTMLButtonElement>(null);
  /** A key has closed the field, so the focus goes back to the button that opened it. */
  const isClosed = useRef(false);
  const close = (): void => {
    isClosed.current = true;
    setListening(false);
  };
  useEffect(() => {
    if (!isListening && isClosed.current) button.current?.focus();
    isClosed.current = false;
  }, [isListening]);
  const change = (key: string): void => {
    const { [id]: _, ...others } = changes;
    const next = key === byDefault ? others : { ...others, [id]: key };
    const found = keyProblem(id, { ...others, [id]: key }, commands);
    setProblem(found);
    if (found !== null) return;
    close();
    void save(next, key === '' ? `"${label}" has no key.` : `The key of "${label}" is ${key}.`);
  };
  const onKey = (event: KeyboardEvent): void => {
    const pressed = pressedKey(event.nativeEvent);
    // Tab leaves the field, and shortcuts of the browser keep their meaning.
    if (pressed === null || ['Tab', 'Shift', 'CapsLock', 'AltGraph', 'Dead'].includes(pressed)) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed === 'Escape') {
      close();
      setProblem(null);
    } else if (pressed === 'Backspace' || pressed === 'Delete') change('');
    else change(isCommand ? `g ${pressed}` : pressed);
  };
  return (
    <li>
      <span id={`key-${id}`}>{label}</span>
      {isListening ? (
        <span className={styles.field}>
          <input
            ref={focus}
            readOnly
            aria-labelledby={`key-${id}`}
            aria-describedby={`hint-${id}`}
            aria-invalid={problem !== null}
            value={isCommand ? 'g …' : ''}
            placeholder="…"
            onKeyDown={onKey}
            onBlur={() => {
              setListening(false);
              setProblem(null);
            }}
          />
          <small id={`hint-${id}`} role={problem === null ? undefined : 'alert'} data-problem={problem !== null}>
            {problem ?? `Press ${isCommand ? 'a letter' : 'the new key'}. Backspace: no key. Esc: no change.`}
          </small>
        </span>
      ) : (
        <>
          <span>{current === '' ? <small>None</small> : current.split(' ').map((key) => <kbd key={key}>{key}</kbd>)}</span>
          <span className={styles.actions}>
            <Button ref={button} size="small" aria-label={`Change the key of ${label}`} onClick={() => setListening(true)}>
              Change
            </Button>
            {changes[id] !== undefined && (
              <Button
                size="small"
                type="text"
                aria-label={`Reset the key of ${label}`}
                onClick={() => {
                  change(byDefault);
                  // This button goes away.
                  button.current?.focus();
                }}
              >
                Reset
              </Button>
            )}
          </span>
        </>
      )}
    </li>
  );
}
