import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { authInfoAtom, loadAuthInfo, signOut, store } from '@cam/platform/host';
import { SignInFrame } from './SignInFrame';

/** Signs out in all tabs and at the identity platform, then opens the sign-in page with the original query string. */
export function LogoutPage(): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    let current = true;
    async function leave(): Promise<void> {
      const info = store.get(authInfoAtom) ?? (await loadAuthInfo());
      if (!current) return;
      const platform = signOut(info, search);
      if (platform) window.location.assign(platform);
      else await navigate(`/login${search}`, { replace: true });
    }
    void leave();
    return () => {
      current = false;
    };
  }, [navigate, search]);

  return (
    <SignInFrame>
      <p role="status">Signing you out…</p>
    </SignInFrame>
  );
}
