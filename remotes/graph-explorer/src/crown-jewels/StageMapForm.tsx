import { useMemo, useState, type ReactNode } from 'react';
import { MOST_STAGE_WORDS, type StageMap } from '@cam/contracts';
import { callApi, notify, useAddress, useApi, useSession, useUnsavedChanges } from '@cam/platform';
import { Button, DataGrid, ErrorState, Form, formatCount, LoadingState, Select, TipField, type GridColumn } from '@cam/ui';
import { problemOf, STAGE_NAMES, stageOptions, withKeys, withValue, withWords } from './stage-fields';
import styles from './crown-jewels.module.css';

/** Shows how tags and account names stand for stages, to read or to change. */
export function StageMapForm(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/stages', {}, { filtered: false });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading stages" />;
  const { keys, stages } = data;
  return <Stages key={JSON.stringify([keys, stages])} saved={{ keys, stages }} onSaved={() => void mutate()} />;
}

function Stages({ saved, onSaved }: { saved: StageMap; onSaved: () => void }): ReactNode {
  const { can } = useSession();
  const [map, setMap] = useState(saved);
  const [busy, setBusy] = useState(false);
  const isChanged = JSON.stringify(map) !== JSON.stringify(saved);
  useUnsavedChanges(isChanged && !busy);
  const readOnly = !can('GENERAL');
  const problem = problemOf(map);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PUT /v1/stages', { body: map }, { filtered: false });
      notify.success('Saved the stages. Guardrails and tier rules follow within a minute.');
      onSaved();
    } catch {
      setBusy(false);
    }
  };
  return (
    <>
      <section className={styles.weights} aria-label="Stages">
        <h2>Stages</h2>
        <p className={styles.explanation}>
          Tags and account names say in many words what is production. Queries, guardrails and tier rules know one:{' '}
          <code>with-attribute stage production</code>. The first tag with a value below counts, else the name of the account. * stands for any
          characters.
        </p>
        <Form layout="vertical" className={styles.stages}>
          <TipField label="Tag keys" error={problem}>
            <Words disabled={readOnly} words={map.keys} onChange={(keys) => setMap(withKeys(map, keys))} />
          </TipField>
          <div className={styles.groups}>
            {map.stages.map(({ stage, values, accounts }) => (
              <fieldset key={stage}>
                <legend>{STAGE_NAMES[stage]}</legend>
                <TipField label="Tag values">
                  <Words
                    disabled={readOnly}
                    label={`Tag values of ${STAGE_NAMES[stage]}`}
                    words={values}
                    onChange={(list) => setMap(withWords(map, stage, 'values', list))}
                  />
                </TipField>
                <TipField label="Account names">
                  <Words
                    disabled={readOnly}
                    label={`Account names of ${STAGE_NAMES[stage]}`}
                    words={accounts}
                    onChange={(list) => setMap(withWords(map, stage, 'accounts', list))}
                  />
                </TipField>
              </fieldset>
            ))}
          </div>
        </Form>
        {!readOnly && (
          <div className={styles.foot}>
            <Button disabled={!isChanged} onClick={() => setMap(saved)}>
              Discard changes
            </Button>
            <Button type="primary" disabled={!isChanged || problem !== null} loading={busy} onClick={() => void save()}>
              Save stages
            </Button>
          </div>
        )}
      </section>
      <TagValues map={map} readOnly={readOnly} onChange={setMap} />
    </>
  );
}

interface WordsProps {
  words: readonly string[];
  disabled: boolean;
  label?: string;
  onChange: (words: string[]) => void;
}

/** A field of free words. */
function Words({ words, disabled, label, onChange, ...field }: WordsProps): ReactNode {
  return (
    <Select
      {...field}
      mode="tags"
      aria-label={label}
      disabled={disabled}
      value={[...words]}
      onChange={(list: string[]) => onChange(list.slice(0, MOST_STAGE_WORDS))}
      tokenSeparators={[',', ' ']}
      open={false}
      suffixIcon={null}
    />
  );
}

interface TagValue {
  key: string;
  value: string;
  entities: number;
}

/** Lists the values that the tags really have, so that none is overlooked. */
function TagValues({ map, readOnly, onChange }: { map: StageMap; readOnly: boolean; onChange: (map: StageMap) => void }): ReactNode {
  const address = useAddress();
  const { data, error, mutate } = useApi('GET /v1/stages/values', {}, { filtered: false });
  const columns = useMemo((): GridColumn<TagValue>[] => {
    const stageOf = (value: string): string => map.stages.find(({ values }) => values.includes(value.toLowerCase()))?.stage ?? '';
    return [
      { key: 'key', title: 'Tag', value: ({ key }) => key },
      { key: 'value', title: 'Value', value: ({ value }) => value },
      { key: 'entities', title: 'Entities', value: ({ entities }) => entities, render: ({ entities }) => formatCount(entities) },
      {
        key: 'stage',
        title: 'Stage',
        width: 200,
        // A card leaves out empty values.
        value: ({ value }) => stageOf(value) || 'No stage',
        render: ({ value }) => (
          <Select
            size="small"
            aria-label={`Stage of ${value}`}
            disabled={readOnly}
            value={stageOf(value)}
            options={stageOptions()}
            onChange={(stage: string) => onChange(withValue(map, value, map.stages.find((one) => one.stage === stage)?.stage ?? null))}
          />
        ),
      },
    ];
  }, [map, readOnly, onChange]);
  return (
    <DataGrid<TagValue>
      fits
      title="Tag values in use"
      rows={data?.values}
      rowKey={({ key, value }) => `${key} ${value}`}
      columns={columns}
      address={address}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No tags', text: 'No entity has a tag with one of these keys. Stages follow the names of accounts.' }}
    />
  );
}
