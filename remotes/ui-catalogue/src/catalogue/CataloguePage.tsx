import { useEffect, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { EmptyState, PageHeader, useMedia } from '@cam/ui';
import { entryNamed, GROUPS } from '../entries/groups';
import { ComponentList } from './ComponentList';
import { ComponentView } from './ComponentView';
import styles from './CataloguePage.module.css';

/** In such a window, the list and a component are two views. */
const NARROW = '(width < 768px)';

/** The components of `@cam/ui`: a list that can be searched, and the chosen one with a live example. */
export default function CataloguePage(): ReactNode {
  const { component = '' } = useParams();
  const isNarrow = useMedia(NARROW);
  const entry = entryNamed(component);
  const first = GROUPS[0]?.entries[0];

  // A person who chose a component reads it from its top.
  useEffect(() => {
    if (document.scrollingElement) document.scrollingElement.scrollTop = 0;
  }, [component]);

  const shown = entry ?? (component === '' && !isNarrow ? first : undefined);
  if (isNarrow && component !== '')
    return <div>{shown ? <ComponentView key={shown.name} entry={shown} hasWayBack /> : <Unknown name={component} />}</div>;
  return (
    <div>
      <PageHeader title="Components" text="What areas of the console are made of. Import them from @cam/ui." />
      <div className={styles.columns}>
        <ComponentList chosen={shown?.name} />
        {!isNarrow && <div className={styles.view}>{shown ? <ComponentView key={shown.name} entry={shown} /> : <Unknown name={component} />}</div>}
      </div>
    </div>
  );
}

function Unknown({ name }: { name: string }): ReactNode {
  return <EmptyState title={`There is no component ${name}`} text="Choose one from the list." />;
}
