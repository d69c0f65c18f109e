import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { completeSignIn } from '@cam/platform/host';
import { SignInFrame } from './SignInFrame';

/** A code is good once, and React may run an effect twice. */
let underWay: { code: string | null; page: Promise<string> } | null = null;

export function CallbackPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();

  useEffect(() => {
    const code = query.get('code');
    if (underWay?.code !== code || underWay === null) underWay = { code, page: completeSignIn(query) };
    underWay.page.then(
      (page) => void navigate(page, { replace: true }),
      () => void navigate('/login', { replace: true }),
    );
  }, [query, navigate]);

  return (
    <SignInFrame>
      <p role="status">Signing you in…</p>
    </SignInFrame>
  );
}
