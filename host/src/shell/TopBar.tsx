import { useAtom, useAtomValue } from 'jotai';
import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MenuItem, RemoteCommand } from '@cam/contracts';
import { Part, showKeys } from '@cam/platform';
import { authInfoAtom, keySheetAtom } from '@cam/platform/host';
import { Button, Icon } from '@cam/ui';
import { SourceFilter } from '../filter/SourceFilter';
import { KeySheet } from '../keys/KeySheet';
import { useGlobalKeys } from '../keys/use-global-keys';
import { useKeyedCommands } from '../keys/use-keyed-commands';
import { useKnownEntries } from '../palette/use-known-entries';
import { visibleFrame, visibleMenu, type Viewer } from '../routes/visibility';
import { ColourSwitch } from './ColourSwitch';
import { UserMenu } from './UserMenu';
import styles from './TopBar.module.css';

const Palette = lazy(() => import('../palette/Palette'));

interface Props {
  menu: readonly MenuItem[];
  /** Commands of the remotes that the user may run. */
  commands: readonly RemoteCommand[];
  onToggleMenu: () => void;
  isMenuOpen: boolean;
  /** True where the bar has room for the most important controls only. The menu holds the others. */
  isNarrow: boolean;
  viewer: Viewer;
  /** True when the settings remote is available; the user menu then links to it. */
  hasSettings: boolean;
  /** Starts the tour of the console. */
  onTour: () => void;
}

/** Renders the top bar: menu toggle, search, source filter, colour theme, help and user menu. */
export const TopBar = memo(function TopBar(props: Props): ReactNode {
  const { menu, onToggleMenu, isMenuOpen, isNarrow, viewer, hasSettings, onTour } = props;
  const { flags, hasAccounts } = viewer;
  const navigate = useNavigate();
  const frame = useMemo(() => visibleFrame(flags), [flags]);
  const shown = useMemo(() => visibleMenu(menu, viewer), [menu, viewer]);
  const pages = useMemo(() => shown.flatMap(({ disabled, label, to }) => (disabled ? [] : [{ label, to }])), [shown]);
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  const search = useRef<HTMLDivElement>(null);
  const [areKeysShown, setKeysShown] = useAtom(keySheetAtom);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const chosenAction = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (isPaletteOpen || chosenAction.current === null) return;
    // The palette gives the focus back in a timer too, which began before this one.
    setTimeout(chosenAction.current);
    chosenAction.current = null;
  }, [isPaletteOpen]);
  const commands = useKeyedCommands(props.commands);
  const known = useKnownEntries({ menu: shown, commands, frame, onShowKeys: showKeys, onTour });
  const keyed = useMemo(() => known.flatMap(({ keys, text, to }) => (keys !== undefined && to !== undefined ? [{ keys, text, to }] : [])), [known]);
  useGlobalKeys({
    palette: () => setPaletteOpen((isOpen) => !isOpen),
    search: () => search.current?.querySelector('input')?.focus(),
    help: showKeys,
    sequence: (keys) => {
      const page = keyed.find((one) => one.keys === keys);
      if (page) void navigate(page.to);
    },
  });
  const toggle = isNarrow ? 'Open the menu' : isMenuOpen ? 'Collapse the menu' : 'Expand the menu';
  return (
    <header className={styles.bar}>
      <Button type="text" icon={<Icon name="menu" />} aria-label={toggle} title={toggle} aria-expanded={isMenuOpen} onClick={onToggleMenu} />
      <div ref={search} className={styles.search}>
        {frame.search && <Part id="graph-explorer.header-search" props={{ disabled: !hasAccounts, pages }} />}
      </div>
      {frame.sourceFilter && <SourceFilter />}
      <span className={styles.divider} aria-hidden />
      {!isNarrow && <ColourSwitch />}
      {!isNarrow && help && (
        <Button type="text" icon={<Icon name="help" />} aria-label="Help, in a new tab" title="Help" href={help} target="_blank" rel="noreferrer" />
      )}
      <UserMenu hasSettings={hasSettings} hasLogout={frame.logout} hasColours={isNarrow} onShowKeys={showKeys} onTour={onTour} />
      <KeySheet open={areKeysShown} pages={keyed} onClose={() => setKeysShown(false)} />
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette
            known={known}
            onClose={(action) => {
              chosenAction.current = action ?? null;
              setPaletteOpen(false);
            }}
          />
        </Suspense>
      )}
    </header>
  );
});
