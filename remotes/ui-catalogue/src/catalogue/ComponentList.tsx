import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Input } from '@cam/ui';
import { groupsWith } from '../entries/groups';
import styles from './ComponentList.module.css';

/** Lists the components by group. Enter in the search opens the first one that is left. */
export function ComponentList({ chosen }: { chosen: string | undefined }): ReactNode {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const groups = groupsWith(search);
  const box = useRef<HTMLDivElement>(null);

  // The list scrolls by itself where it is beside the component; the page stays where it is.
  useEffect(() => {
    const link = box.current?.querySelector('[aria-current]');
    if (!box.current || !link) return;
    const [inner, outer] = [link.getBoundingClientRect(), box.current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.current.scrollTop += inner.top - outer.top - outer.height / 2;
  }, [chosen]);

  const first = groups[0]?.entries[0];
  return (
    <nav className={styles.list} aria-label="Components">
      <Input
        type="search"
        aria-label="Search components"
        placeholder="Search components"
        allowClear
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onPressEnter={() => first && void navigate(`/ui/${first.name}`)}
      />
      <div className={styles.groups} ref={box}>
        {groups.map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {entries.map(({ name }) => (
                <li key={name}>
                  <Link
                    to={`/ui/${name}`}
                    className={name === chosen ? styles.chosen : styles.link}
                    aria-current={name === chosen ? 'page' : undefined}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p role="status">{groups.length === 0 && 'No component has these words.'}</p>
      </div>
    </nav>
  );
}
