import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { notify } from '@cam/platform';
import { Button } from '@cam/ui';
import type { Entry } from '../entries/entry';
import styles from './ComponentView.module.css';

interface Props {
  entry: Entry;
  /** Shows a link to the list, where that is another view. */
  hasWayBack?: boolean;
}

/** Shows a component: what it is for, a live example, the text of the example, and the properties in words. */
export function ComponentView({ entry: { name, about, props, Example, source }, hasWayBack = false }: Props): ReactNode {
  const copy = (): void => {
    navigator.clipboard.writeText(source).then(
      () => notify.success('Example copied.'),
      () => notify.error('The browser does not allow copying. Select the text instead.'),
    );
  };
  const Title = hasWayBack ? 'h1' : 'h2';
  return (
    <article className={styles.component} aria-labelledby="component-name">
      {hasWayBack && <Link to="/ui">All components</Link>}
      <Title id="component-name" className={styles.name}>
        {name}
      </Title>
      <p className={styles.about}>{inCode(about)}</p>
      <section aria-label={`Example of ${name}`} className={styles.example}>
        <Example />
      </section>
      <section aria-label="Source of the example" className={styles.source}>
        <header>
          <h3>Source</h3>
          <Button size="small" onClick={copy}>
            Copy
          </Button>
        </header>
        <pre tabIndex={0} role="region" aria-label={`Text of ${name}.tsx`}>
          <code>{source.trim()}</code>
        </pre>
      </section>
      {props.length > 0 && (
        <section aria-label="Properties">
          <h3>Properties</h3>
          <dl className={styles.props}>
            {props.map(([prop, words]) => (
              <div key={prop}>
                <dt>
                  <code>{prop}</code>
                </dt>
                <dd>{inCode(words)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </article>
  );
}

/** Shows what stands between backticks as code. */
function inCode(text: string): ReactNode[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
