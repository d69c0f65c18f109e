import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useAtomValue } from 'jotai';
import {
  askOtherTabs,
  authInfoAtom,
  authorizeUrl,
  isAuthenticated,
  loadAuthInfo,
  consumeLoginQuery,
  consumeReturnPage,
  consumeSignInLoop,
} from '@cam/platform/host';
import { Button } from '@cam/ui';
import { SignInFrame } from './SignInFrame';

type Step = { kind: 'working' } | { kind: 'signed-in'; to: string } | { kind: 'failed'; why: string };

const UNREACHABLE = 'The sign-in page cannot be reached. Check your connection and try again.';
const REFUSED = 'You could not be signed in. Try again. If it fails again, ask your administrator.';

/** Redirects to the identity platform. The page itself is visible only while the redirect is pending or after a failure. */
export function LoginPage(): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();
  const helpUrl = useAtomValue(authInfoAtom)?.helpUrl;
  const [step, setStep] = useState<Step>(isAuthenticated() ? { kind: 'signed-in', to: `/${search}` } : { kind: 'working' });

  useEffect(() => {
    if (step.kind !== 'working') return;
    let current = true;
    async function start(): Promise<void> {
      const loginQuery = consumeLoginQuery();
      if (loginQuery) await navigate(`/login${loginQuery}`, { replace: true });
      const answered = await askOtherTabs();
      if (!current) return;
      if (answered) return setStep({ kind: 'signed-in', to: consumeReturnPage() });
      const info = await loadAuthInfo();
      if (!current) return;
      if (!info) return setStep({ kind: 'failed', why: UNREACHABLE });
      if (consumeSignInLoop()) return setStep({ kind: 'failed', why: REFUSED });
      window.location.assign(await authorizeUrl(info));
    }
    void start();
    return () => {
      current = false;
    };
  }, [step.kind, navigate]);

  if (step.kind === 'signed-in') return <Navigate to={step.to} replace />;
  return (
    <SignInFrame helpUrl={helpUrl}>
      {step.kind === 'working' ? (
        <p role="status">Taking you to the sign-in page…</p>
      ) : (
        <>
          <p role="alert">{step.why}</p>
          <Button type="primary" onClick={() => setStep({ kind: 'working' })}>
            Try again
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
