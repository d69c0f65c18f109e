import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { completeSignIn, consumeReturnPage } from '@cam/platform/host';
import { SignInFrame } from './SignInFrame';

/** Exchange of the current code. A code is valid once, and React may run an effect twice. */
let pendingSignIn: { code: string | null; signedIn: Promise<void> } | null = null;

/** Completes the sign-in and returns to the requested page, or to the sign-in page after a failure. */
export function CallbackPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();

  useEffect(() => {
    const code = query.get('code');
    const attempt = pendingSignIn?.code === code && pendingSignIn !== null ? pendingSignIn : { code, signedIn: completeSignIn(query) };
    pendingSignIn = attempt;
    attempt.signedIn.then(
      () => void navigate(consumeReturnPage(), { replace: true }),
      () => void navigate('/login', { replace: true }),
    );
  }, [query, navigate]);

  return (
    <SignInFrame>
      <p role="status">Signing you in…</p>
    </SignInFrame>
  );
}
