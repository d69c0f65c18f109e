import { useAtomValue } from 'jotai';
import { useMemo, type ReactNode } from 'react';
import type { MenuItem } from '@cam/contracts';
import { Part } from '@cam/platform';
import { authInfoAtom } from '@cam/platform/host';
import { Button, Icon } from '@cam/ui';
import { SourceFilter } from '../filter/SourceFilter';
import { visibleFrame, visibleMenu, type Viewer } from '../routes/visibility';
import { ColourSwitch } from './ColourSwitch';
import { UserMenu } from './UserMenu';
import styles from './TopBar.module.css';

interface Props {
  menu: readonly MenuItem[];
  onToggleMenu: () => void;
  isMenuOpen: boolean;
  /** True where the bar has room for the most important controls only. The menu holds the others. */
  isNarrow: boolean;
  viewer: Viewer;
  /** True when the settings remote is available; the user menu then links to it. */
  hasSettings: boolean;
}

/** Renders the top bar: menu toggle, search, source filter, colour theme, help and user menu. */
export function TopBar({ menu, onToggleMenu, isMenuOpen, isNarrow, viewer, hasSettings }: Props): ReactNode {
  const { flags, hasAccounts } = viewer;
  const frame = visibleFrame(flags);
  const pages = useMemo(() => visibleMenu(menu, viewer).flatMap(({ disabled, label, to }) => (disabled ? [] : [{ label, to }])), [menu, viewer]);
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  const toggle = isNarrow ? 'Open the menu' : isMenuOpen ? 'Collapse the menu' : 'Expand the menu';
  return (
    <header className={styles.bar}>
      <Button type="text" icon={<Icon name="menu" />} aria-label={toggle} title={toggle} aria-expanded={isMenuOpen} onClick={onToggleMenu} />
      <div className={styles.search}>{frame.search && <Part id="graph-explorer.header-search" props={{ disabled: !hasAccounts, pages }} />}</div>
      {frame.sourceFilter && <SourceFilter />}
      <span className={styles.divider} aria-hidden />
      {!isNarrow && <ColourSwitch />}
      {!isNarrow && help && (
        <Button type="text" icon={<Icon name="help" />} aria-label="Help, in a new tab" title="Help" href={help} target="_blank" rel="noreferrer" />
      )}
      <UserMenu hasSettings={hasSettings} hasLogout={frame.logout} hasColours={isNarrow} />
    </header>
  );
}
