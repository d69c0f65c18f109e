import { useEffect, useState } from 'react';
import type { Api } from '@cam/contracts';
import { ApiFailure, callApi, type CallArgs } from '@cam/platform';

/** Calls that take long and change nothing: they try changes, or make a proof. */
type TrialKey = 'POST /v1/breaks' | 'POST /v1/breaks/query' | 'POST /v1/graph-querymgr/what-if' | 'POST /v1/proofs';

export interface Trial<Answer> {
  /** Undefined: not there yet. */
  data?: Answer;
  failure?: ApiFailure;
  retry: () => void;
}

/** Makes a call that changes nothing, anew for other arguments. Unlike `useApi`, it ends the call with the page, because the tenant has one trial at a time. */
export function useTrial<K extends TrialKey>(key: K, args: CallArgs<K>): Trial<Api[K]['answer']> {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ data?: Api[K]['answer']; failure?: ApiFailure }>({});
  const asked = JSON.stringify(args);
  useEffect(() => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      setResult({});
      try {
        const data = await callApi(key, JSON.parse(asked) as CallArgs<K>, { filtered: false, toast: false, signal: controller.signal });
        if (!controller.signal.aborted) setResult({ data });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof ApiFailure) setResult({ failure: error });
        else throw error;
      }
    };
    void run();
    return () => controller.abort();
  }, [key, asked, attempt]);
  return { ...result, retry: () => setAttempt(attempt + 1) };
}
