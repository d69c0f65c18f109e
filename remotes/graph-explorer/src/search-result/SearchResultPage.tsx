import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AutocompleteAnswer } from '@cam/contracts';
import { numberOf, useAccountFilter, useAddress } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader } from '@cam/ui';
import { BATCH_SIZE, searchAddress } from '../search/api';
import { AccessTable } from './AccessTable';
import { AnswerBar } from './AnswerBar';
import { GuardrailDialog } from './conditions/GuardrailDialog';
import { QueryConditions } from './conditions/QueryConditions';
import { EventsTable } from './EventsTable';
import { RowsPerPage } from './RowsPerPage';
import { QueryProblem } from './QueryProblem';
import { useSearch, type SearchState } from './use-search';

/** No page of an answer is larger. */
const MOST_ROWS = 100;

/** Another query or another account filter is another answer: nothing of the one before stays on the screen. */
export default function SearchResultPage(): ReactNode {
  const [parameters] = useSearchParams();
  const { current } = useAccountFilter();
  const query = parameters.get('query')?.trim() ?? '';
  return <SearchResult key={`${current?.uid ?? ''} ${query}`} query={query} />;
}

function SearchResult({ query }: { query: string }): ReactNode {
  const navigate = useNavigate();
  const address = useAddress();
  const pageSize = Math.min(numberOf(address.get('size'), BATCH_SIZE), MOST_ROWS);
  const search = useSearch(query, pageSize);
  const [watched, setWatched] = useState<string | null>(null);
  const execute = (next: string): void => {
    if (next === query) search.again();
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
        actions={<AnswerBar query={query} />}
      />
      <QueryConditions query={query} isWhole={search.answer?.accepting ?? true} onExecute={execute} onCreateGuardrail={setWatched} />
      {query !== '' && (
        <Answer
          query={query}
          search={search}
          pageSize={pageSize}
          onSize={(size) => {
            search.anew();
            address.set({ size: size === BATCH_SIZE ? null : String(size) });
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
  /** Rows of a page. */
  pageSize: number;
  onSize: (pageSize: number) => void;
}

function Answer({ query, search: { answer, failure, again, ...paging }, pageSize, onSize }: AnswerProps): ReactNode {
  if (failure)
    return <ErrorState title="The query could not be run" message={failure.userMessage} supportCode={failure.trackingId} onRetry={again} />;
  if (!answer) return <LoadingState label="Running the query" />;
  if (isUnanswered(answer)) return <QueryProblem query={query} answer={answer} />;
  const pages = { hasNext: answer.has_next, hasPrev: answer.has_prev, busy: paging.busy, onNext: paging.next, onPrev: paging.previous };
  const sizes = (answer.has_next || answer.has_prev || pageSize !== BATCH_SIZE) && <RowsPerPage pageSize={pageSize} onChange={onSize} />;
  if (answer.resp_type === 'AUTO_COMPLETE_RESP_TYPE_USAGE')
    return <EventsTable query={query} events={answer.usage_table} span={answer.usage_resp} paging={pages} sizes={sizes} />;
  return <AccessTable query={query} rows={answer.result_table} paging={pages} sizes={sizes} />;
}

function isUnanswered({ error, resp_type: type }: AutocompleteAnswer): boolean {
  return error !== null || type === 'AUTO_COMPLETE_RESP_TYPE_OPTIONS';
}
