import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApi } from '@cam/platform';
import { searchAddress } from '../search/api';
import styles from './WhyEmpty.module.css';

/** Which parts of a query leave nothing, each with the query that finds something without it. */
export function WhyEmpty({ query }: { query: string }): ReactNode {
  const { data, error } = useApi('POST /v1/graph-querymgr/why-empty', { body: { input: query } });
  if (error) return <>Nothing in the sources that you look at matches.</>;
  if (!data) return <span role="status">Looking for the part that excludes everything</span>;
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
