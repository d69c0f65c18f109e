import type { SWRResponse } from 'swr';
import { Aborted } from './aborted';
import type { ApiFailure } from './api-failure';

/**
 * Returns an answer of SWR in which an aborted request is no error. Its getters stay getters, so that a page renders again only for the values that it
 * reads.
 */
export function hidingAborts<A>(answer: SWRResponse<A, ApiFailure | Aborted>): SWRResponse<A, ApiFailure> {
  return {
    get data() {
      return answer.data;
    },
    get error() {
      return answer.error instanceof Aborted ? undefined : answer.error;
    },
    get isLoading() {
      return answer.isLoading || (answer.error instanceof Aborted && answer.data === undefined);
    },
    get isValidating() {
      return answer.isValidating;
    },
    mutate: answer.mutate as SWRResponse<A, ApiFailure>['mutate'],
  };
}
