import type { ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { formatCount, TypeIcon, useDebounced } from '@cam/ui';
import { TierTag } from '../explorer/TierTag';
import { definitionOf, type RuleFields } from './rule-fields';
import styles from './crown-jewels.module.css';

/** Pause in typing before the preview runs, ms. */
const DEBOUNCE = 500;

/** Shows the entities that the fields select now, with the tier that they have. */
export function RulePreview({ fields, names }: { fields: RuleFields; names: readonly string[] }): ReactNode {
  const definition = definitionOf(fields);
  const typed = definition === null ? '' : JSON.stringify({ kind: fields.kind, definition });
  const asked = useDebounced(typed, DEBOUNCE);
  const body = asked === '' ? null : { body: JSON.parse(asked) as { kind: RuleFields['kind']; definition: NonNullable<typeof definition> } };
  const { data, error } = useApi('POST /v1/tiers/rules/preview', body, { filtered: false });
  if (typed === '') return null;
  return (
    <section className={styles.preview} aria-label="Preview" aria-live="polite">
      {error ? (
        <p>{error.userMessage}</p>
      ) : !data || asked !== typed ? (
        <p>Loading the preview</p>
      ) : (
        <>
          <h3>{`${formatCount(data.total)} ${data.total === 1 ? 'entity' : 'entities'} selected now`}</h3>
          <ul>
            {data.examples.map(({ uri, name, type, account_id, account_name, tier }) => (
              <li key={`${uri} ${account_id}`}>
                <TypeIcon type={type} /> {name} <span className={styles.absent}>{account_name}</span> <TierTag tier={tier} name={names[tier]} />
              </li>
            ))}
          </ul>
          {data.total > data.examples.length && <p>Only the first {data.examples.length} are shown.</p>}
        </>
      )}
    </section>
  );
}
