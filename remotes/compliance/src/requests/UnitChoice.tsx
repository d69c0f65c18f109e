import type { ReactNode } from 'react';
import type { AccessLevel, Api } from '@cam/contracts';
import type { ApiFailure } from '@cam/platform';
import { Alert, Button, ErrorState, LoadingState, Radio, ShowMore, useShortenedList } from '@cam/ui';
import styles from './requests.module.css';
import { besidesText, exceedsText } from './words';

/** The choice to say in words what should be done. */
export const WORDS = '';

interface Props {
  /** Undefined: not there yet. */
  answer: Api['POST /v1/access-requests/units']['answer'] | undefined;
  error: ApiFailure | undefined;
  onRetry: () => void;
  /** Null: actions are wanted. */
  level: AccessLevel | null;
  /** Key of the chosen unit, or `WORDS`; null: nothing is chosen. */
  chosen: string | null;
  onChoose: (key: string) => void;
  onTry: (key: string) => void;
}

/** Lists what exists and would give the access, with what else comes with it. */
export function UnitChoice({ answer, error, onRetry, level, chosen, onChoose, onTry }: Props): ReactNode {
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={onRetry} />;
  if (!answer) return <LoadingState label="Searching what would give the access" rows={3} />;
  if (answer.has_access) return <Alert type="success" showIcon title="The identity has this access already. No request is needed." />;
  return (
    <>
      <h3 className={styles.section} id="request-units">
        Give it by
      </h3>
      {answer.notes.map((note) => (
        <Alert key={note} type={answer.units.length === 0 ? 'warning' : 'info'} showIcon title={note} />
      ))}
      <Units answer={answer} level={level} chosen={chosen} onChoose={onChoose} />
      {chosen !== null && chosen !== WORDS && (
        <Button onClick={() => onTry(chosen)} disabled={answer.units.find(({ key }) => key === chosen)?.edits.length === 0}>
          Try it
        </Button>
      )}
    </>
  );
}

function Units({
  answer: { units },
  level,
  chosen,
  onChoose,
}: Pick<Props, 'level' | 'chosen' | 'onChoose'> & { answer: NonNullable<Props['answer']> }): ReactNode {
  const { shown, left, more } = useShortenedList(units);
  return (
    <>
      <Radio.Group
        className={styles.units}
        aria-labelledby="request-units"
        value={chosen}
        onChange={({ target: { value } }) => onChoose(String(value))}
      >
        {shown.map((unit) => (
          <Radio key={unit.key} value={unit.key} className={styles.unit}>
            <span className={styles.stack}>
              {unit.parts.length === 0 && <strong>{unit.action}</strong>}
              {unit.parts.map(({ key, action }, index) => (
                <strong key={key}>{`${index + 1}. ${action}`}</strong>
              ))}
              <small>{[besidesText(unit.besides), exceedsText(unit, level)].filter((text) => text !== '').join(' ')}</small>
            </span>
          </Radio>
        ))}
        <Radio value={WORDS} className={styles.unit}>
          <span className={styles.stack}>
            <strong>Something else</strong>
            <small>Say in your own words what should be done.</small>
          </span>
        </Radio>
      </Radio.Group>
      <ShowMore left={left} onMore={more} />
    </>
  );
}
