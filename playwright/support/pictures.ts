import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** With CAM_DOC_PICTURES=1, tests take the pictures of the documents anew. */
export const TAKES_PICTURES = process.env.CAM_DOC_PICTURES === '1';

/** Stores what the window shows as a picture of the documents, where pictures are taken. @param name without the ending */
export async function picture(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return;
  // The text cursor and a focus ring of the mouse belong to nobody's picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: join(__dirname, '../../docs', `${name}.png`), caret: 'hide' });
}
