import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AutocompleteAnswer } from '@cam/contracts';
import { numberOf, useAccountFilter, useAddress, searchAddress } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader } from '@cam/ui';
import { BATCH_SIZE } from '../search/api';
import { AccessTable } from './AccessTable';
import { SearchActions } from './SearchActions';
import { GuardrailDialog } from './conditions/GuardrailDialog';
import { QueryConditions } from './conditions/QueryConditions';
import { EventsTable } from './EventsTable';
import { RowsPerPage } from './RowsPerPage';
import { QueryProblem } from './QueryProblem';
import { useSearch, type SearchState } from './use-search';

/** The maximum number of rows on a page of results. */
const MAX_PAGE_SIZE = 100;

/** Shows the result of a query. A new query or source filter remounts the page, so that no previous result stays visible. */
export default function SearchResultPage(): ReactNode {
  const [parameters] = useSearchParams();
  const { current } = useAccountFilter();
  const query = parameters.get('query')?.trim() ?? '';
  return <SearchResult key={`${current?.uid ?? ''} ${query}`} query={query} />;
}

function SearchResult({ query }: { query: string }): ReactNode {
  const navigate = useNavigate();
  const address = useAddress();
  const pageSize = Math.min(numberOf(address.get('size'), BATCH_SIZE), MAX_PAGE_SIZE);
  const page = numberOf(address.get('page'), 1) - 1;
  const turnTo = (next: number, options?: { replace: boolean }): void => address.set({ page: next === 0 ? null : String(next + 1) }, options);
  // A page beyond the last one is replaced in the history, so that Back never returns to it.
  const search = useSearch(query, { page, pageSize, onPageClamped: (last) => turnTo(last, { replace: true }) });
  const [watched, setWatched] = useState<string | null>(null);
  const execute = (next: string): void => {
    if (next === query) search.retry();
    else void navigate(searchAddress(next));
  };
  return (
    <>
      <PageHeader
        trail={[
          <Link key="search" to="/searchresult">
            Search
          </Link>,
        ]}
        title={query === '' ? 'Result search query' : `Result for: "${query}"`}
        text={search.answer?.meaning}
        actions={<SearchActions query={query} />}
      />
      <QueryConditions query={query} isWhole={search.answer?.accepting ?? true} onExecute={execute} onCreateGuardrail={setWatched} />
      {query !== '' && (
        <Answer
          query={query}
          search={search}
          pageSize={pageSize}
          onTurn={turnTo}
          onSize={(size) => {
            search.markBusy();
            address.set({ size: size === BATCH_SIZE ? null : String(size), page: null });
          }}
        />
      )}
      <GuardrailDialog query={watched} onClose={() => setWatched(null)} />
    </>
  );
}

interface AnswerProps {
  query: string;
  search: SearchState;
  /** The number of rows on a page. */
  pageSize: number;
  onSize: (pageSize: number) => void;
  /** Called with the wanted page, counted from 0. */
  onTurn: (page: number) => void;
}

function Answer({ query, search: { answer, failure, retry, busy }, pageSize, onSize, onTurn }: AnswerProps): ReactNode {
  if (failure)
    return <ErrorState title="The query could not be run" message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />;
  if (!answer) return <LoadingState label="Running the query" shape="list" />;
  if (hasNoResult(answer)) return <QueryProblem query={query} answer={answer} />;
  const { page_number: page, has_next: hasNext, has_prev: hasPrev } = answer;
  const pages = { hasNext, hasPrev, busy, onNext: () => onTurn(page + 1), onPrev: () => onTurn(page - 1) };
  const sizes = (hasNext || hasPrev || pageSize !== BATCH_SIZE) && <RowsPerPage pageSize={pageSize} onChange={onSize} />;
  if (answer.resp_type === 'AUTO_COMPLETE_RESP_TYPE_USAGE')
    return <EventsTable query={query} events={answer.usage_table} span={answer.usage_resp} paging={pages} sizes={sizes} />;
  return <AccessTable query={query} rows={answer.result_table} paging={pages} sizes={sizes} />;
}

function hasNoResult({ error, resp_type: type }: AutocompleteAnswer): boolean {
  return error !== null || type === 'AUTO_COMPLETE_RESP_TYPE_OPTIONS';
}
