import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Announces the current page to screen readers, because the browser announces full page loads only. It renders after the pages, whose effects set the
 * title first.
 */
export function RouteAnnouncer(): ReactNode {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState({ pathname, title: '' });
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced((before) => (before.pathname === pathname ? before : { pathname, title: document.title })));
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p className="cam-visually-hidden" aria-live="polite">
      {announced.title}
    </p>
  );
}
