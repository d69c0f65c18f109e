import { expect, type BrowserContext, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** What was told in toasts since the page was loaded, and not asked for yet. */
    toldInToasts?: string[];
  }
}

/** Keeps what toasts say: they are gone after two seconds, and where much runs at once a look from outside can come later than that. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: string[] = (window.toldInToasts = []);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && node.matches('[role="status"], [role="alert"]')) told.push(node.innerText);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a toast has said this since the page was loaded; each toast answers once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const takeOut = (wanted: string): boolean => {
    const told = window.toldInToasts ?? [];
    const at = told.findIndex((said) => said.includes(wanted));
    if (at >= 0) told.splice(at, 1);
    return at >= 0;
  };
  await expect.poll(() => page.evaluate(takeOut, text), { message: `a toast that says "${text}"` }).toBe(true);
}
