import { useAtomValue } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ApiFailure } from '@cam/platform';
import { askOtherTabs, isAuthenticated, loadAuthInfo, loadSession, storeReturnPage, sessionAtom } from '@cam/platform/host';
import { ErrorState, LoadingState } from '@cam/ui';
import { refreshView } from '../registry/registry-client';
import { SignInFrame } from './SignInFrame';

type Step = 'asking' | 'loading' | 'signed-out' | { error: ApiFailure | null };

/** Renders its children once the tenant, profile, flags and remotes are loaded. Users without a session go to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const { pathname, search } = useLocation();
  const [step, setStep] = useState<Step>(isAuthenticated() ? 'loading' : 'asking');

  useEffect(() => {
    if (session || (step !== 'asking' && step !== 'loading')) return;
    let current = true;
    async function load(): Promise<void> {
      if (!isAuthenticated() && !(await askOtherTabs())) return current ? setStep('signed-out') : undefined;
      void loadAuthInfo();
      await loadSession();
      await refreshView();
    }
    load().catch((error: unknown) => {
      if (!current) return;
      setStep(isAuthenticated() ? { error: error instanceof ApiFailure ? error : null } : 'signed-out');
    });
    return () => {
      current = false;
    };
  }, [session, step]);

  if (session) return children;
  if (step === 'signed-out') {
    storeReturnPage(pathname + search);
    return <Navigate to={`/login${search}`} replace />;
  }
  if (typeof step === 'object') {
    return (
      <SignInFrame>
        <ErrorState
          title="The console could not be loaded"
          message={step.error?.userMessage ?? 'Something went wrong. Try again.'}
          supportCode={step.error?.trackingId}
          onRetry={() => setStep('loading')}
        />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <LoadingState label="Loading the console" rows={2} />
    </SignInFrame>
  );
}
