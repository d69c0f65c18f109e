import { useState, type ReactNode } from 'react';
import { useKeyOf } from '@cam/platform';
import { Button, Input, Select } from 'antd';
import { Icon } from '../entity/Icon';
import type { CursorPaging } from './grid-types';
import type { GridState } from './use-grid';
import { ALL_ROWS, clampPage, PAGE_SIZES } from './pages';
import styles from './Pager.module.css';

interface Props {
  title: string;
  pages: NonNullable<GridState<unknown>['pages']>;
  busy: boolean;
  /** Offers a page that holds all rows. */
  hasAll: boolean;
}

/** Shows first, previous, the page number to type, next, last, and the rows per page. */
export function Pager({ title, pages: { page, pageSize, count, goTo }, busy, hasAll }: Props): ReactNode {
  const turn = useTurns();
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
      <Button
        {...turn('page-previous', 'Previous page')}
        aria-label="Previous page"
        icon={<Icon name="previous" />}
        disabled={busy || page === 0}
        onClick={() => goTo(page - 1)}
      />
      <span className={styles.page}>
        Page <PageInput key={page} page={page} count={count} onPage={goTo} /> of {count}
      </span>
      <Button
        {...turn('page-next', 'Next page')}
        aria-label="Next page"
        icon={<Icon name="next" />}
        disabled={busy || page >= count - 1}
        onClick={() => goTo(page + 1)}
      />
      <Button aria-label="Last page" icon={<Icon name="last" />} disabled={busy || page >= count - 1} onClick={() => goTo(count - 1)} />
    </nav>
  );
}

/** Shows the buttons of a list of which the server knows only whether more rows follow. */
export function CursorPager({ title, paging, busy }: { title: string; paging: CursorPaging; busy: boolean }): ReactNode {
  const turn = useTurns();
  return (
    <nav className={styles.pager} aria-label={`Pages of ${title}`}>
      <Button {...turn('page-previous', 'Previous page')} onClick={paging.onPrev} disabled={!paging.hasPrev || busy}>
        Previous
      </Button>
      <Button {...turn('page-next', 'Next page')} onClick={paging.onNext} disabled={!paging.hasNext || busy}>
        Next
      </Button>
    </nav>
  );
}

/** Returns what a button that turns a page says about its key. */
function useTurns() {
  const keys = { 'page-previous': useKeyOf('page-previous'), 'page-next': useKeyOf('page-next') };
  return (id: keyof typeof keys, text: string) => ({
    'data-key': id,
    title: keys[id] === '' ? text : `${text} (${keys[id]})`,
    'aria-keyshortcuts': keys[id] === '' ? undefined : keys[id],
  });
}

/** People count pages from 1. A typed number goes to the nearest existing page. */
function PageInput({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }): ReactNode {
  const [text, setText] = useState(String(page + 1));
  const go = (): void => {
    const wanted = text.trim() === '' ? page : clampPage(Number(text) - 1, count);
    setText(String(wanted + 1));
    if (wanted !== page) onPage(wanted);
  };
  return <Input aria-label="Page" inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} onBlur={go} onPressEnter={go} />;
}
