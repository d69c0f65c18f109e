import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Part } from '@cam/platform';
import { authInfoAtom } from '@cam/platform/host';
import { Button, Icon } from '@cam/ui';
import { SourceFilter } from '../filter/SourceFilter';
import type { Viewer } from '../routes/visibility';
import { ColourSwitch } from './ColourSwitch';
import { UserMenu } from './UserMenu';
import styles from './TopBar.module.css';

interface Props {
  onToggleMenu: () => void;
  collapsed: boolean;
  viewer: Viewer;
  /** True when the settings remote is available; the user menu then links to it. */
  hasSettings: boolean;
}

/** Renders the top bar: menu toggle, search, source filter, colour theme, help and user menu. */
export function TopBar({ onToggleMenu, collapsed, viewer: { flags, hasAccounts }, hasSettings }: Props): ReactNode {
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  const toggle = collapsed ? 'Expand the menu' : 'Collapse the menu';
  return (
    <header className={styles.bar}>
      <Button type="text" icon={<Icon name="menu" />} aria-label={toggle} title={toggle} aria-expanded={!collapsed} onClick={onToggleMenu} />
      <div className={styles.search}>
        {!flags.has('UI_HIDE_SEARCH') && !flags.has('UI_HIDE_ALL_SOURCE') && (
          <Part id="graph-explorer.header-search" props={{ disabled: !hasAccounts }} />
        )}
      </div>
      {!flags.has('UI_HIDE_ALL_SOURCE') && <SourceFilter />}
      <span className={styles.divider} aria-hidden />
      <ColourSwitch />
      {help && (
        <Button type="text" icon={<Icon name="help" />} aria-label="Help, in a new tab" title="Help" href={help} target="_blank" rel="noreferrer" />
      )}
      <UserMenu hasSettings={hasSettings} />
    </header>
  );
}
