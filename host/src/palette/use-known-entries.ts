import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RemoteCommand } from '@cam/contracts';
import { useKeyOf, useSession, type FilterOption } from '@cam/platform';
import { authInfoAtom, pageCommandsAtom, setAccountFilter } from '@cam/platform/host';
import { setColourChoice, type ColourChoice } from '@cam/ui';
import { sourceOptions } from '../filter/source-options';
import type { ShownItem, VisibleFrame } from '../routes/visibility';
import type { PaletteEntry } from './palette-entry';
import { remoteEntries } from './static-entries';

interface Known {
  menu: readonly ShownItem[];
  commands: readonly RemoteCommand[];
  frame: VisibleFrame;
  onShowKeys: () => void;
  onTour: () => void;
}

/** Returns the lines of the palette that need no request: actions of the page, pages, commands of remotes, and actions of the console. */
export function useKnownEntries({ menu, commands, frame, onShowKeys, onTour }: Known): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  const ofPage = useAtomValue(pageCommandsAtom);
  const { tenant } = useSession();
  const keysKey = useKeyOf('show-keys');
  return useMemo(
    () => [
      ...ofPage.map(({ id, label, run }): PaletteEntry => ({ id: `here ${id}`, section: 'Actions', text: label, detail: 'This page', run })),
      ...remoteEntries(menu, commands),
      ...colourEntries(),
      { id: 'host keys', section: 'Actions', icon: 'columns', text: 'Keyboard shortcuts', keys: keysKey || undefined, run: onShowKeys },
      { id: 'host tour', section: 'Actions', icon: 'help', text: 'Take the tour', keywords: 'introduction first steps', run: onTour },
      ...(help
        ? [{ id: 'host help', section: 'Actions', icon: 'help', text: 'Help', run: () => void window.open(help, '_blank', 'noreferrer') } as const]
        : []),
      ...(frame.sourceFilter ? filterEntries(sourceOptions(tenant)) : []),
      ...(frame.logout
        ? [{ id: 'host logout', section: 'Actions', icon: 'logout', text: 'Logout', run: () => void navigate('/logout') } as const]
        : []),
    ],
    [ofPage, menu, commands, help, frame, tenant, navigate, onShowKeys, onTour, keysKey],
  );
}

function colourEntries(): PaletteEntry[] {
  const choices: [ColourChoice, string][] = [
    ['light', 'Light theme'],
    ['dark', 'Dark theme'],
    ['system', 'Theme of the system'],
  ];
  return choices.map(([choice, text]) => ({
    id: `host colour ${choice}`,
    section: 'Actions',
    icon: 'theme',
    text,
    keywords: 'colour color mode',
    run: () => setColourChoice(choice),
  }));
}

function filterEntries(options: readonly FilterOption[]): PaletteEntry[] {
  const one = (option: FilterOption): PaletteEntry => ({
    id: `filter ${option.uid}`,
    section: 'Actions',
    icon: 'filter',
    text: `Filter by ${option.name}`,
    detail: option.id,
    keywords: `source account ${option.id}`,
    isListed: false,
    run: () => setAccountFilter(option),
  });
  return [
    {
      id: 'filter none',
      section: 'Actions',
      icon: 'filter',
      text: 'Filter by all sources',
      keywords: 'reset source account',
      run: () => setAccountFilter(null),
    },
    ...options.flatMap((option) => [one(option), ...option.subItems.map(one)]),
  ];
}
