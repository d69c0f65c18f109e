import { expect, type BrowserContext, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** The texts of toasts since the page was loaded that no test has taken yet. */
    recordedToasts?: string[];
  }
}

/** Keeps the texts of toasts: they vanish after two seconds, and on a busy machine a test may look later than that. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const toasts: string[] = (window.recordedToasts = []);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && node.matches('[role="status"], [role="alert"]')) toasts.push(node.innerText);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a toast with this text since the page was loaded. Each toast counts once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const takeOut = (wanted: string): boolean => {
    const toasts = window.recordedToasts ?? [];
    const at = toasts.findIndex((toast) => toast.includes(wanted));
    if (at >= 0) toasts.splice(at, 1);
    return at >= 0;
  };
  await expect.poll(() => page.evaluate(takeOut, text), { message: `a toast that says "${text}"` }).toBe(true);
}
