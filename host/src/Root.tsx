import { useEffect, type ReactNode } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { joinTabs, TOKEN_EXPIRED_EVENT } from '@cam/platform/host';

/** Around every page: a session that ends, here or in another tab, leads to the sign-in. */
export function Root(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    const toLogin = (): void => void navigate(`/login${window.location.search}`);
    window.addEventListener(TOKEN_EXPIRED_EVENT, toLogin);
    const leaveTabs = joinTabs(toLogin);
    return () => {
      window.removeEventListener(TOKEN_EXPIRED_EVENT, toLogin);
      leaveTabs();
    };
  }, [navigate]);
  return <Outlet />;
}
