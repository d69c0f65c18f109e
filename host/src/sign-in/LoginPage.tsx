import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AuthInfo } from '@cam/contracts';
import { askOtherTabs, authInfoAtom, authorizeUrl, fetchAuthInfo, isAuthenticated, store } from '@cam/platform/host';
import { Button } from '@cam/ui';
import { SignInFrame } from './SignInFrame';

type Step = { kind: 'working' } | { kind: 'signed-in' } | { kind: 'failed' };

/** Goes straight to the identity platform; shows itself only while that takes, or when it fails. */
export function LoginPage(): ReactNode {
  const { search } = useLocation();
  const [step, setStep] = useState<Step>(isAuthenticated() ? { kind: 'signed-in' } : { kind: 'working' });
  const [info, setInfo] = useState<AuthInfo | null>(null);

  useEffect(() => {
    let current = true;
    if (step.kind !== 'working') return;
    void start().catch(() => {
      console.error('SSO is enabled but request failed');
      if (current) setStep({ kind: 'failed' });
    });
    async function start(): Promise<void> {
      if (await askOtherTabs()) return setStep({ kind: 'signed-in' });
      const found = await fetchAuthInfo();
      if (!current) return;
      setInfo(found);
      store.set(authInfoAtom, found);
      window.location.assign(await authorizeUrl(found));
    }
    return () => {
      current = false;
    };
  }, [step.kind]);

  if (step.kind === 'signed-in') return <Navigate to={`/${search}`} replace />;
  return (
    <SignInFrame helpUrl={info?.helpUrl}>
      {step.kind === 'working' ? (
        <p role="status">Taking you to the sign-in page…</p>
      ) : (
        <>
          <p role="alert">The sign-in page cannot be reached. Check your connection and try again.</p>
          <Button type="primary" onClick={() => setStep({ kind: 'working' })}>
            Try again
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
