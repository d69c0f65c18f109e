import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApi, searchAddress } from '@cam/platform';
import styles from './WhyEmpty.module.css';

/** Names the conditions that make a query match nothing. Each one links to the query without it. */
export function WhyEmpty({ query }: { query: string }): ReactNode {
  const { data, error } = useApi('POST /v1/graph-querymgr/why-empty', { body: { input: query } });
  if (error) return <>No access in the selected sources matches the query.</>;
  if (!data) return <span role="status">Finding the condition that matches nothing</span>;
  return (
    <div className={styles.why}>
      <p>{data.sentence}</p>
      {data.excluders.length > 0 && (
        <ul>
          {data.excluders.map(({ text, query: lighter, sentence }) => (
            <li key={text}>
              {sentence} <Link to={searchAddress(lighter)}>Search without it</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
