import { useState, type ReactNode } from 'react';
import { Button, Input, Select } from 'antd';
import { Icon } from '../entity/Icon';
import type { GridState } from './use-grid';
import { ALL_ROWS, clampPage, PAGE_SIZES } from './pages';
import styles from './Pager.module.css';

interface Props {
  title: string;
  pages: NonNullable<GridState<unknown>['pages']>;
  busy: boolean;
  /** Whether one page may hold everything. */
  hasAll: boolean;
}

/** First, previous, the page to type, next, last, and how many rows a page has. */
export function Pager({ title, pages: { page, pageSize, count, goTo }, busy, hasAll }: Props): ReactNode {
  const sizes = [...new Set([...PAGE_SIZES, ...(hasAll ? [ALL_ROWS] : []), pageSize])].sort((a, b) => a - b);
  return (
    <nav className={styles.pager} aria-label={`Pages of ${title}`}>
      <Select
        aria-label="Rows per page"
        value={pageSize}
        options={sizes.map((value) => ({ value, label: value === ALL_ROWS ? 'All rows' : `${value} rows` }))}
        onChange={(size) => goTo(0, size)}
      />
      <Button aria-label="First page" icon={<Icon name="first" />} disabled={busy || page === 0} onClick={() => goTo(0)} />
      <Button aria-label="Previous page" icon={<Icon name="previous" />} disabled={busy || page === 0} onClick={() => goTo(page - 1)} />
      <span className={styles.page}>
        Page <PageInput key={page} page={page} count={count} onPage={goTo} /> of {count}
      </span>
      <Button aria-label="Next page" icon={<Icon name="next" />} disabled={busy || page >= count - 1} onClick={() => goTo(page + 1)} />
      <Button aria-label="Last page" icon={<Icon name="last" />} disabled={busy || page >= count - 1} onClick={() => goTo(count - 1)} />
    </nav>
  );
}

/** People count pages from 1. What is typed goes to the nearest page that exists. */
function PageInput({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }): ReactNode {
  const [text, setText] = useState(String(page + 1));
  const go = (): void => {
    const wanted = text.trim() === '' ? page : clampPage(Number(text) - 1, count);
    setText(String(wanted + 1));
    if (wanted !== page) onPage(wanted);
  };
  return <Input aria-label="Page" inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} onBlur={go} onPressEnter={go} />;
}
