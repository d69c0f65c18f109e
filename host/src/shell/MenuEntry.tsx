import { memo, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MenuItem } from '@cam/contracts';
import { Part } from '@cam/platform';
import { Icon, Tooltip } from '@cam/ui';
import { preloadPage } from '../registry/preload-page';
import styles from './Sidebar.module.css';

type Target =
  | { to: string; isActive: boolean; disabled: boolean; href?: undefined; onClick?: undefined }
  | { href: string; to?: undefined; onClick?: undefined }
  | { onClick: () => void; disabled: boolean; to?: undefined; href?: undefined };

type Props = Target & {
  label: string;
  icon: string;
  collapsed: boolean;
  badge?: MenuItem['badge'];
  /** Tooltip text, one sentence. */
  hint?: string;
};

/** Renders one line of the sidebar: a page, an external page in a new tab, or an action. When collapsed, the label moves to a tooltip. */
export const MenuEntry = memo(function MenuEntry(props: Props): ReactNode {
  const { label, icon, collapsed, badge, hint } = props;
  const isDisabled = 'disabled' in props && props.disabled;
  const content = (
    <>
      <Icon name={icon} />
      <span className={collapsed ? 'cam-visually-hidden' : styles.label}>{label}</span>
      {badge === 'alerts' && !isDisabled && (
        <span className={styles.badge}>
          <Part id="alerts.badge" props={{}} />
        </span>
      )}
    </>
  );
  const entry = entryOf(props, content);
  return collapsed || hint ? (
    <Tooltip title={hint ?? label} placement="right">
      {entry}
    </Tooltip>
  ) : (
    entry
  );
});

function entryOf(target: Target, content: ReactNode): ReactNode {
  if (target.href !== undefined) {
    return (
      <a href={target.href} target="_blank" rel="noreferrer" className={styles.entry}>
        {content}
        <span className="cam-visually-hidden">, in a new tab</span>
      </a>
    );
  }
  if (target.onClick) {
    return (
      <button type="button" className={styles.entry} onClick={target.onClick} disabled={target.disabled}>
        {content}
      </button>
    );
  }
  if (target.disabled) {
    return (
      <span className={styles.entry} role="link" aria-disabled="true">
        {content}
      </span>
    );
  }
  return (
    <PageLink to={target.to} isActive={target.isActive}>
      {content}
    </PageLink>
  );
}

/** Links to a page. The router's own link renders with each navigation, and the sidebar has twenty. */
function PageLink({ to, isActive, children }: { to: string; isActive: boolean; children: ReactNode }): ReactNode {
  const navigate = useNavigate();
  const soon = (): void => preloadPage(to);
  const open = (event: MouseEvent): void => {
    // The browser opens another tab or window itself.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    void navigate(to, { replace: pathname + search + hash === to });
  };
  return (
    <a href={to} className={styles.entry} aria-current={isActive ? 'page' : undefined} onPointerEnter={soon} onFocus={soon} onClick={open}>
      {children}
    </a>
  );
}
