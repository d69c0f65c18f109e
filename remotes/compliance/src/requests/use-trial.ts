import { useEffect, useState } from 'react';
import type { RequestTrial } from '@cam/contracts';
import { ApiFailure, callApi, type CallArgs } from '@cam/platform';

type Body = NonNullable<CallArgs<'POST /v1/access-requests/trial'>['body']>;

export interface Trial {
  /** Undefined: not there yet. */
  data?: RequestTrial;
  failure?: ApiFailure;
  retry: () => void;
}

/** Tries a unit, anew for other arguments. The call ends with the page, because the tenant has one trial at a time. */
export function useTrial(body: Body): Trial {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<Pick<Trial, 'data' | 'failure'>>({});
  const asked = JSON.stringify(body);
  useEffect(() => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      setResult({});
      try {
        const args = { body: JSON.parse(asked) as Body };
        const data = await callApi('POST /v1/access-requests/trial', args, { filtered: false, toast: false, signal: controller.signal });
        if (!controller.signal.aborted) setResult({ data });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof ApiFailure) setResult({ failure: error });
        else throw error;
      }
    };
    void run();
    return () => controller.abort();
  }, [asked, attempt]);
  return { ...result, retry: () => setAttempt(attempt + 1) };
}
