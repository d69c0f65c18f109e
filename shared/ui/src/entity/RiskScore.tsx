import type { ReactNode } from 'react';
import { Popover } from 'antd';
import { bandOf, RISK_BANDS, type Risk } from '@cam/contracts';
import { SearchLink } from '@cam/platform';
import styles from './risk.module.css';

interface Props {
  risk: Risk;
  /** Name of the entity. */
  of: string;
  /** The calculation of the score. */
  formula?: string;
  /** Word before the score, where no heading says that it is one. */
  label?: string;
}

/** Shows a risk score with a bar for each factor. The factors with their reasons follow on hover, focus or click. */
export function RiskScore({ risk, of, formula = '', label = '' }: Props): ReactNode {
  const band = bandOf(risk.score);
  return (
    <Popover
      trigger={['hover', 'focus']}
      placement="bottom"
      title={`Risk ${risk.score} of 100: ${RISK_BANDS[band]?.name ?? ''}`}
      content={
        <>
          <RiskFactors risk={risk} />
          {formula !== '' && <p className={styles.formula}>{formula}</p>}
        </>
      }
    >
      <button
        type="button"
        className={styles.score}
        data-band={band}
        aria-label={`Risk of ${of}: ${risk.score} of 100. Show the factors`}
        // A row that opens on a click stays closed when a user looks at the factors.
        onClick={(event) => event.stopPropagation()}
      >
        {label !== '' && <span>{label}</span>}
        <strong>{risk.score}</strong>
        <span className={styles.bars} aria-hidden="true">
          {risk.factors.map(({ factor, value }) => (
            <span key={factor} style={{ height: `${Math.max(8, value * 100)}%` }} />
          ))}
        </span>
      </button>
    </Popover>
  );
}

/** Lists the factors of a score, each with its value, its reason and its query. */
export function RiskFactors({ risk }: { risk: Risk }): ReactNode {
  return (
    <dl className={styles.factors}>
      {risk.factors.map(({ factor, name, value, known, reason, query }) => (
        <div key={factor}>
          <dt>
            {name} <strong>{value.toFixed(2)}</strong>
            {!known && <em>not known</em>}
          </dt>
          <dd>
            {reason}{' '}
            {query !== '' && (
              <SearchLink query={query} title={query} aria-label={`Show as query: ${name}`}>
                Show as query
              </SearchLink>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
