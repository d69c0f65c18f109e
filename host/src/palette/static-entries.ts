import type { RemoteCommand } from '@cam/contracts';
import type { ShownItem } from '../routes/visibility';
import type { PaletteEntry } from './palette-entry';

/** Returns the lines of pages and commands. A command that leads to a page of the menu gives that page its keys, and no second line. */
export function remoteEntries(menu: readonly ShownItem[], commands: readonly RemoteCommand[]): PaletteEntry[] {
  const pages = menu
    .filter(({ disabled }) => !disabled)
    .map(({ id, label, to, icon }): PaletteEntry => {
      const command = commands.find((one) => one.to === to);
      return { id: `page ${id}`, section: 'Pages', text: label, icon, to, keys: command?.keys, keywords: command?.keywords };
    });
  const own = commands
    .filter(({ to }) => !pages.some((page) => page.to === to))
    .map(({ id, label, to, keys, keywords }): PaletteEntry => ({ id, section: 'Actions', text: label, to, keys, keywords }));
  return [...pages, ...own];
}
