import type { Locator, Page } from '@playwright/test';
import { expect } from './console';

/** The most Tab keys to a control, after which a task fails. */
const MOST_TABS = 60;

/** Counts the keys that a user presses. Each character of a typed text is one. */
export class Keys {
  count = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count++;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  /** Runs what the command palette finds first for a text. */
  async command(text: string, found: string | RegExp): Promise<void> {
    await this.press('Control+k');
    await expect(this.page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await this.type(text);
    await expect(this.page.getByRole('option', { selected: true })).toContainText(found);
    await this.press('Enter');
  }

  /** Asks in the search box. */
  async ask(text: string): Promise<void> {
    await this.press('/');
    await expect(this.page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await this.type(text);
    await this.press('Enter');
    await expect(this.page.getByRole('region', { name: 'Total Access Paths' })).toHaveAttribute('aria-busy', 'false');
  }

  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    for (let step = 0; step < MOST_TABS; step++) {
      await this.press(key);
      if (await target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return;
    }
    throw new Error(`${MOST_TABS} Tab keys do not lead to ${target}`);
  }
}
