import { useState, type ReactNode } from 'react';
import type { RiskWeights } from '@cam/contracts';
import { callApi, notify, useApi, useSession, useUnsavedChanges } from '@cam/platform';
import { Button, ErrorState, formatCount, Input, LoadingState, useDebounced } from '@cam/ui';
import { parseWeight, weightAt, weightGroups, withWeight, type WeightField } from './weight-fields';
import styles from './crown-jewels.module.css';

/** Pause in typing before the preview runs, ms. */
const DEBOUNCE = 500;

/** Shows the weights of the risk score, to read or to change with a preview. */
export function RiskWeightsForm({ names }: { names: readonly string[] }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/risk/weights', {}, { filtered: false });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading weights" />;
  return <Weights key={JSON.stringify(data.weights)} saved={data.weights} defaults={data.defaults} names={names} onSaved={() => void mutate()} />;
}

interface Props {
  saved: RiskWeights;
  defaults: RiskWeights;
  names: readonly string[];
  onSaved: () => void;
}

function Weights({ saved, defaults, names, onSaved }: Props): ReactNode {
  const { can } = useSession();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const groups = weightGroups(names);
  const fields = groups.flatMap((group) => group.fields);
  const textOf = ({ path }: WeightField): string => typed[path.join('.')] ?? String(weightAt(saved, path));
  const isValid = fields.every((field) => parseWeight(textOf(field)) !== null);
  const weights = isValid ? fields.reduce((all, field) => withWeight(all, field.path, parseWeight(textOf(field)) ?? 0), saved) : saved;
  const isChanged = JSON.stringify(weights) !== JSON.stringify(saved);
  useUnsavedChanges(isChanged && !busy);
  const readOnly = !can('GENERAL');
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PUT /v1/risk/weights', { body: { weights } }, { filtered: false });
      notify.success('Saved the weights. New scores follow within a minute.');
      onSaved();
    } catch {
      setBusy(false);
    }
  };
  return (
    <section className={styles.weights} aria-label="Weights">
      <h2>Weights</h2>
      <p className={styles.explanation}>
        Risk of an identity = 100 × impact × exposure × (base + (1 − base) × disuse). Risk of a resource = 100 × weight of its tier × (1 − the product
        of (1 − exposure × access) over its ways in). All weights are from 0 to 1.
      </p>
      <div className={styles.groups}>
        {groups.map((group) => (
          <fieldset key={group.title}>
            <legend>{group.title}</legend>
            <p>{group.note}</p>
            {group.fields.map((field) => {
              const key = field.path.join('.');
              const isWrong = parseWeight(textOf(field)) === null;
              return (
                <label key={key}>
                  <span>{field.label}</span>
                  <Input
                    size="small"
                    inputMode="decimal"
                    readOnly={readOnly}
                    status={isWrong ? 'error' : ''}
                    aria-invalid={isWrong}
                    value={textOf(field)}
                    onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
                  />
                </label>
              );
            })}
          </fieldset>
        ))}
      </div>
      {!readOnly && (
        <div className={styles.foot}>
          <span className={styles.effect} role="status">
            {!isValid ? 'Each weight is a number from 0 to 1.' : isChanged ? <Effect weights={weights} /> : ''}
          </span>
          <Button
            onClick={() => setTyped(Object.fromEntries(fields.map(({ path }) => [path.join('.'), String(weightAt(defaults, path))])))}
            disabled={JSON.stringify(weights) === JSON.stringify(defaults)}
          >
            Reset to default
          </Button>
          <Button type="primary" disabled={!isChanged || !isValid} loading={busy} onClick={() => void save()}>
            Save weights
          </Button>
        </div>
      )}
    </section>
  );
}

/** Says how many entities other weights would move to another band. */
function Effect({ weights }: { weights: RiskWeights }): ReactNode {
  const text = JSON.stringify(weights);
  const asked = useDebounced(text, DEBOUNCE);
  const { data, error } = useApi('POST /v1/risk/weights/preview', { body: { weights: JSON.parse(asked) as RiskWeights } }, { filtered: false });
  if (error) return error.userMessage;
  if (!data || asked !== text) return 'Loading the preview';
  const { changed, total, up, down } = data;
  return `${formatCount(changed)} of ${formatCount(total)} entities would change their band: ${formatCount(up)} up, ${formatCount(down)} down`;
}
