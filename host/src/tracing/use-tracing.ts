import { useInsertionEffect } from 'react';
import { callApi, useSession } from '@cam/platform';
import { setTraceShare, takeSpans } from '@cam/platform/host';

/** Interval at which ended spans are sent, ms. */
const INTERVAL = 10_000;

/** Traces the calls of the console while the operator has a collector, and sends the spans. */
export function useTracing(): void {
  const { tenant } = useSession();
  const share = tenant.trace_share ?? null;
  // Runs before the effects of the pages, so that their first calls belong to a trace.
  useInsertionEffect(() => {
    setTraceShare(share);
    if (share === null) return;
    const timer = setInterval(() => send({ last: false }), INTERVAL);
    const onHide = (): void => {
      if (document.hidden) send({ last: true });
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      setTraceShare(null);
    };
  }, [share]);
}

function send(how: { last: boolean }): void {
  const spans = takeSpans(how);
  if (spans.length === 0) return;
  // Traces are worth no message to the user, and lost ones are not sent again.
  callApi('POST /v1/remotes/spans', { body: { spans } }, { toast: false, filtered: false, keepalive: how.last, traced: false }).catch(
    () => undefined,
  );
}
