import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { authInfoAtom, fetchAuthInfo, sessionAtom, signOut, store } from '@cam/platform/host';
import { SignInFrame } from './SignInFrame';

/** Signs out here, in the other tabs and at the identity platform. */
export function LogoutPage(): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    async function leave(): Promise<void> {
      const info = store.get(authInfoAtom) ?? (await fetchAuthInfo().catch(() => null));
      const platform = signOut(info);
      store.set(sessionAtom, null);
      if (platform) window.location.assign(platform);
      else await navigate(`/login${search}`, { replace: true });
    }
    void leave();
  }, [navigate, search]);

  return (
    <SignInFrame>
      <p role="status">Signing you out…</p>
    </SignInFrame>
  );
}
