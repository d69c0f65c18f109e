import { useEffect, type ReactNode } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { ShellBoundary } from './failure/ShellBoundary';
import { joinTabs, TOKEN_EXPIRED_EVENT } from '@cam/platform/host';

/** Wraps every page and leads to the sign-in page when the session ends in this or another tab. */
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
  return (
    <ShellBoundary>
      <Outlet />
    </ShellBoundary>
  );
}
